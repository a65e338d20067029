import { type Selectable, sql } from 'kysely';
import type pg from 'pg';

import type { Db } from '#server/db/connect.ts';
import { newId } from '#server/db/ids.ts';
import type { Tables } from '#server/db/schema.ts';

import type { InSession } from './caller.ts';
import { hashToken, newToken } from './tokens.ts';

const minute = 60_000;
const hour = 60 * minute;
/** A session ends 12 hours after its last use, at the latest 7 days after the sign-in. */
export const sessionLimits = { idle: 12 * hour, absolute: 7 * 24 * hour };
/** The sessions of an account; one more ends the oldest. */
export const maxSessions = 20;
/** How long the API key can be viewed after the password was confirmed. */
export const confirmationTime = 5 * minute;
/** A session’s use is stored at most this often. */
const slideEvery = 5 * minute;

const seconds = (milliseconds: number) => `interval '${milliseconds / 1000} seconds'`;
/** SQL for a time after now, by the database’s clock, which all processes share. */
const after = (milliseconds: number) => sql<Date>`now() + ${sql.raw(seconds(milliseconds))}`;

type AccountKey = Pick<Selectable<Tables['accounts']>, 'id' | 'password_hash'>;

/** From where somebody signs in, by which they recognise the session, and how. */
export interface SignInPlace {
  readonly userAgent: string;
  readonly address: string;
  /** Whether a second factor was checked, here or by an identity provider. */
  readonly isStrong?: boolean;
}
const maxUserAgentLength = 300;

/**
 * Opens a session and returns its cookie token; undefined when the password changed or the account
 * was disabled while the password was being checked. Also deletes expired sessions, and the oldest
 * of too many.
 */
export async function openSession(
  db: Db,
  account: AccountKey,
  { userAgent, address, isStrong = false }: SignInPlace = { userAgent: '', address: '' },
  record: (tx: Db) => Promise<void> = async () => {},
): Promise<string | undefined> {
  const token = newToken();
  await db
    .deleteFrom('sessions')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute();
  const session = {
    id: newId(),
    account_id: account.id,
    token_hash: hashToken(token),
    expires_at: after(sessionLimits.idle),
    ends_at: after(sessionLimits.absolute),
    user_agent: userAgent.slice(0, maxUserAgentLength),
    address,
    is_strong: isStrong,
  };
  return db.transaction().execute(async (tx) => {
    if (!(await isAccountUnchanged(tx, account))) return undefined;
    await tx.insertInto('sessions').values(session).execute();
    const seen = { account_id: account.id, at: sql<Date>`now()` };
    await tx
      .insertInto('last_seen')
      .values(seen)
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(seen))
      .execute();
    const newest = tx
      .selectFrom('sessions')
      .select('id')
      .where('account_id', '=', account.id)
      .orderBy('ends_at', 'desc')
      .limit(maxSessions);
    await tx
      .deleteFrom('sessions')
      .where('account_id', '=', account.id)
      .where('id', 'not in', newest)
      .execute();
    await record(tx);
    return token;
  });
}

/**
 * Returns whether an account still has this password hash and is not disabled. If so, the row is
 * locked against changes to either, and against other sign-ins, until the transaction ends.
 */
async function isAccountUnchanged(tx: Db, { id, password_hash }: AccountKey): Promise<boolean> {
  const row = await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', id)
    .where('password_hash', 'is not distinct from', password_hash)
    .where('disabled_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Gives a session another cookie token, which it returns: its owner has proved who they are. */
export async function renewSession(tx: Db, id: string): Promise<string> {
  const token = newToken();
  await tx
    .updateTable('sessions')
    .set({ token_hash: hashToken(token) })
    .where('id', '=', id)
    .execute();
  return token;
}

/**
 * Ends the session of a cookie token, and with it every access token issued from the session.
 * Returns the account; undefined when the session had ended.
 */
export async function endSession(db: Db, token: string): Promise<string | undefined> {
  const ended = await db
    .deleteFrom('sessions')
    .where('token_hash', '=', hashToken(token))
    .returning('account_id')
    .executeTakeFirst();
  return ended?.account_id;
}

/** Ends a session by its id. */
export async function endSessionById(db: Db, id: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', id).execute();
}

/** Ends the sessions of an account, except one if its id is given. Returns how many. */
export async function endSessions(db: Db, accountId: string, exceptId?: string): Promise<number> {
  let sessions = db.deleteFrom('sessions').where('account_id', '=', accountId);
  if (exceptId !== undefined) sessions = sessions.where('id', '!=', exceptId);
  const { numDeletedRows } = await sessions.executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Ends one session of an account. Returns whether there was one. */
export async function endOwnSession(db: Db, accountId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** A session in the list of its owner. */
export type SessionRow = Awaited<ReturnType<typeof listSessions>>[number];

/** Returns the sessions of an account that have not ended, the one used last first. */
export async function listSessions(db: Db, accountId: string) {
  return db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'address', 'created_at', 'last_used_at'])
    .where('account_id', '=', accountId)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute();
}

/** SQL for the new end of a session that is used now. */
const nextEnd = `least(s.ends_at, now() + ${seconds(sessionLimits.idle)})`;

const columns = `
  (s.last_used_at < now() - ${seconds(slideEvery)}
    or s.expires_at < ${nextEnd} - ${seconds(slideEvery)}) as "isDue",
  s.id as "sessionId", a.id as "accountId", a.role,
  a.partner_id as "partnerId", a.contact_id as "contactId", a.name
  from sessions s join accounts a on a.id = s.account_id
  where s.expires_at > now() and a.disabled_at is null`;
// Named, so that each connection plans these queries once: they run before every request.
const byCookie = { name: 'caller-by-cookie', text: `select ${columns} and s.token_hash = $1` };
const bySession = { name: 'caller-by-session', text: `select ${columns} and s.id = $1` };

/** SQL that extends a session that is used, and stores when its owner was last seen. */
const use = `
  with used as (
    update sessions as s set expires_at = ${nextEnd}, last_used_at = now() where s.id = $1
      returning account_id
  )
  insert into last_seen (account_id, at) select account_id, now() from used
    on conflict (account_id) do update set at = excluded.at`;

type Row = InSession & { isDue: boolean };

/** Returns the caller whose session a cookie token belongs to. Extends the session. */
export async function callerByCookie(pool: pg.Pool, token: string): Promise<InSession | undefined> {
  const row = await one(pool, byCookie, hashToken(token));
  if (row?.isDue) await pool.query(use, [row.sessionId]);
  return row && toCaller(row);
}

/** Returns the caller whose session an access token names. */
export async function callerBySession(pool: pg.Pool, sessionId: string) {
  const row = await one(pool, bySession, sessionId);
  return row && toCaller(row);
}

async function one(pool: pg.Pool, query: { name: string; text: string }, value: string) {
  const { rows } = await pool.query<Row>({ ...query, values: [value] });
  return rows[0];
}

const toCaller = ({ isDue: _isDue, ...caller }: Row): InSession => caller;

/** Returns those of the sessions that have not ended, of accounts that are not disabled. */
export async function filterOpenSessions(pool: pg.Pool, ids: readonly string[]) {
  const { rows } = await pool.query<{ id: string }>(
    `select s.id from sessions s join accounts a on a.id = s.account_id
      where s.id = any($1) and s.expires_at > now() and a.disabled_at is null`,
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Stores that the password was confirmed. Returns until when the confirmation is valid. */
export async function confirmSession(db: Db, sessionId: string): Promise<Date> {
  const session = await db
    .updateTable('sessions')
    .set({ password_confirmed_at: sql<Date>`now()` })
    .where('id', '=', sessionId)
    .returning(after(confirmationTime).as('until'))
    .executeTakeFirst();
  return session?.until ?? new Date(0);
}

/** Returns whether the password was confirmed in this session within the last 5 minutes. */
export async function isConfirmed(db: Db, sessionId: string): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('password_confirmed_at', '>', after(-confirmationTime))
    .executeTakeFirst();
  return row !== undefined;
}
