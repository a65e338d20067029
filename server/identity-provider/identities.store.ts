import { type Insertable, sql } from 'kysely';

import type { Db } from '#server/db/connect.ts';
import type { Tables } from '#server/db/schema.ts';

type NewIdentity = Insertable<Tables['identities']>;

/** Returns the account of a subject of the provider. */
export async function findAccountOfIdentity(db: Db, issuer: string, subject: string) {
  return db
    .selectFrom('accounts')
    .innerJoin('identities', 'account_id', 'accounts.id')
    .selectAll('accounts')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

/** Lets transactions of a subject of the provider wait for each other. */
export async function lockSubject(tx: Db, issuer: string, subject: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`${issuer} ${subject}`}))`.execute(tx);
}

/** Stores with which subject of the provider a new account is connected. */
export async function insertIdentity(tx: Db, identity: NewIdentity): Promise<void> {
  await tx.insertInto('identities').values(identity).execute();
}

/**
 * Connects an account with a subject of the provider. Returns false if one of them is connected
 * already: an account has one subject, a subject one account.
 */
export async function connectIdentity(tx: Db, identity: NewIdentity): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('identities')
    .values(identity)
    .onConflict((taken) => taken.doNothing())
    .executeTakeFirst();
  return Boolean(numInsertedOrUpdatedRows);
}
