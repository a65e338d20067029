import type { NotNull } from 'kysely';

import type { Db } from '#server/db/connect.ts';

/** Somebody of a partner, with the dates of their API key. */
export type PersonRow = Awaited<ReturnType<typeof listPeople>>[number];

/** Returns the people of a partner who can sign in, by name, with the dates of their API keys. */
export async function listPeople(db: Db, partnerId: string) {
  return db
    .selectFrom('accounts')
    .leftJoin('keys', 'keys.id', 'accounts.id')
    .select(['accounts.contact_id', 'accounts.name', 'accounts.email', 'accounts.role'])
    .select(['keys.created_at', 'keys.rejected_at'])
    .where('accounts.partner_id', '=', partnerId)
    .where('accounts.contact_id', 'is not', null)
    .$narrowType<{ contact_id: NotNull }>()
    .where('accounts.email', 'is not', null)
    .where('accounts.disabled_at', 'is', null)
    .orderBy('accounts.name')
    .orderBy('accounts.id')
    .execute();
}

/** Returns the active account of a contact; undefined when nobody signs in as this contact. */
export async function findPerson(db: Db, contactId: string) {
  return db
    .selectFrom('accounts')
    .select(['id', 'partner_id'])
    .where('contact_id', '=', contactId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
}
