import { emptyNotes, notesAbout } from '#server/bulk-changes/notes-about-lead.store.ts';
import { choicesAbout, deleteChoices } from '#server/bulk-uploads/choices-about-lead.store.ts';
import {
  emptyRows,
  type LeadPerson,
  rowsAbout,
} from '#server/bulk-uploads/rows-about-lead.store.ts';
import type { Db } from '#server/db/connect.ts';
import { deleteDrafts, draftsAbout } from '#server/drafts/drafts-about-lead.store.ts';

/** The data of a person besides their leads. */
export type AboutPerson = Awaited<ReturnType<typeof findAboutPerson>>;

/**
 * Returns what is stored of a person besides their leads: rows of bulk uploads, remembered choices,
 * drafts, and notes for many leads. `texts` are what choices can contain of the person.
 */
export async function findAboutPerson(
  db: Db,
  person: LeadPerson & { readonly texts: readonly string[] },
) {
  return {
    uploadRows: await rowsAbout(db, person),
    drafts: await draftsAbout(db, person),
    bulkNotes: await notesAbout(db, person),
    choices: await choicesAbout(db, person),
  };
}

/** Erases what is stored of a person besides their leads. */
export async function eraseAboutPerson(tx: Db, about: AboutPerson): Promise<void> {
  await emptyRows(tx, about.uploadRows);
  await deleteChoices(tx, about.choices);
  await deleteDrafts(tx, about.drafts);
  await emptyNotes(tx, about.bulkNotes);
}
