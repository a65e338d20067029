import type { NotNull } from 'kysely';

import type { Db } from '#server/db/connect.ts';

/** Returns the people of a partner who can sign in, by name, with the dates of their API keys. */
export async function listPeople(db: Db, partnerId: string) {
  return db
    .selectFrom('accounts')
    .leftJoin('api_keys', 'api_keys.account_id', 'accounts.id')
    .select(['accounts.contact_id', 'accounts.name', 'accounts.email', 'accounts.role'])
    .select(['api_keys.created_at', 'api_keys.rejected_at'])
    .where('accounts.partner_id', '=', partnerId)
    .where('accounts.contact_id', 'is not', null)
    .$narrowType<{ contact_id: NotNull }>()
    .where('accounts.email', 'is not', null)
    .where('accounts.disabled_at', 'is', null)
    .orderBy('accounts.name')
    .orderBy('accounts.id')
    .execute();
}

/**
 * Returns the account of a contact, and its partner; undefined when nobody signs in as this
 * contact.
 */
export async function findPerson(db: Db, contactId: string) {
  return db
    .selectFrom('accounts')
    .select(['id', 'partner_id'])
    .where('contact_id', '=', contactId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
}
