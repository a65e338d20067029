import { sql } from 'kysely';

import { type LeadPerson, phoneForms } from '#server/bulk-uploads/rows-about-lead.store.ts';
import type { Db } from '#server/db/connect.ts';

/**
 * Returns the ids of bulk changes whose note may be about a person: it was for the person’s lead,
 * or its text has a phone or email of the person. Of the person’s partner or of all.
 */
export async function notesAbout(db: Db, { leadId, partnerId, contacts }: LeadPerson) {
  const isOfLead = sql<boolean>`exists (
    select from bulk_change_leads as l
    where (l.change_id, l.partner_id) = (bulk_changes.id, bulk_changes.partner_id) and lead_id = ${leadId})`;
  let query = db
    .selectFrom('bulk_changes')
    .innerJoin('accounts', 'accounts.id', 'bulk_changes.account_id')
    .select(['bulk_changes.id', 'bulk_changes.note', isOfLead.as('is_of_lead')])
    .where('bulk_changes.note', '<>', '');
  if (partnerId !== null) query = query.where('accounts.partner_id', '=', partnerId);
  const changes = await query.execute();
  const phones = contacts.filter((one) => one.startsWith('+')).flatMap(phoneForms);
  const digits = phones.map((phone) => phone.replaceAll(/\D/g, ''));
  const emails = contacts.filter((one) => one.includes('@')).map((one) => one.toLowerCase());
  const isNamed = (text: string) =>
    emails.some((email) => text.toLowerCase().includes(email)) ||
    digits.some((phone) => text.replaceAll(/\D/g, '').includes(phone));
  return changes.flatMap(({ id, note, is_of_lead: isOf }) =>
    isOf || isNamed(note ?? '') ? [id] : [],
  );
}

/** Empties the notes of bulk changes, which are then not added to further leads. */
export async function emptyNotes(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.updateTable('bulk_changes').set({ note: '' }).where('id', 'in', ids).execute();
}
