import { type LeadPerson, phoneForms } from '#server/bulk-uploads/rows-about-lead.store.ts';
import type { Db } from '#server/db/connect.ts';

const contactPaths = ['phone', 'secondaryPhone', 'email', 'secondaryEmail'];

/**
 * Returns the ids of drafts that contain a phone or email of a person, of the person's partner or
 * of all. A phone of another country that is dialled the same way nationally also matches.
 */
export async function draftsAbout(
  db: Db,
  { partnerId, contacts }: Pick<LeadPerson, 'partnerId' | 'contacts'>,
): Promise<string[]> {
  let query = db
    .selectFrom('lead_drafts')
    .innerJoin('accounts', 'accounts.id', 'lead_drafts.account_id')
    .select(['lead_drafts.id', 'lead_drafts.content'])
    .where('lead_drafts.lead_id', 'is', null);
  if (partnerId !== null) query = query.where('accounts.partner_id', '=', partnerId);
  const forms = new Set(
    contacts.flatMap((one) => (one.startsWith('+') ? phoneForms(one) : [one])).map(plain),
  );
  const drafts = await query.execute();
  return drafts.flatMap(({ id, content }) => {
    const texts = [content?.texts, content?.sent].flatMap((all) =>
      contactPaths.map((path) => all?.[path] ?? ''),
    );
    return texts.some((text) => text !== '' && forms.has(plain(text))) ? [id] : [];
  });
}

/** Deletes drafts. */
export async function deleteDrafts(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('lead_drafts').where('id', 'in', ids).execute();
}

/** Returns an email in lower case, and of a phone its digits. */
function plain(text: string): string {
  return /[\p{L}@]/u.test(text) ? text.trim().toLowerCase() : text.replaceAll(/\D/g, '');
}
