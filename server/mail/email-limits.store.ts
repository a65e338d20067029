import { sql } from 'kysely';

import { hashToken } from '#server/auth/tokens.ts';
import type { Db } from '#server/db/connect.ts';
import { foldEmail } from '#server/db/emails.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** How many emails may be sent at once, and how long until one more may be. */
export const emailLimits = {
  /** Links for a forgotten password to one address, from any client. */
  forgottenPassword: { atOnce: 5, oneMoreInMs: day },
  /** Emails to one address that people who are signed in have sent: invitations, links, changes. */
  recipient: { atOnce: 5, oneMoreInMs: day },
  /** Invitations, links and integrations of one admin, whether or not they are sent by email. */
  admin: { atOnce: 100, oneMoreInMs: day / 100 },
};
export type EmailLimit = keyof typeof emailLimits;

/**
 * Counts an email to an address, or of an admin’s account. Returns 0, or in how many seconds it may
 * be sent; then it is not counted.
 */
export async function countEmail(db: Db, limit: EmailLimit, who: string): Promise<number> {
  const { atOnce, oneMoreInMs } = emailLimits[limit];
  const key = hashToken(`${limit} ${foldEmail(who)}`);
  const one = sql`make_interval(secs => ${oneMoreInMs / 1_000})`;
  const { rows } = await sql`
    insert into sent_emails as sent (key, counted_until) values (${key}, now() + ${one})
    on conflict (key) do update set counted_until = greatest(sent.counted_until, now()) + ${one}
      where sent.counted_until <= now() + ${one} * ${atOnce - 1}
    returning key`.execute(db);
  if (rows.length > 0) return 0;
  const wait = await sql<{ seconds: number }>`
    select ceil(extract(epoch from counted_until - now() - ${one} * ${atOnce - 1}))::integer as seconds
    from sent_emails where key = ${key}`.execute(db);
  return Math.max(1, wait.rows[0]?.seconds ?? 1);
}

/** Deletes the counts of emails that are not counted any more. */
export async function deleteOldEmailCounts(db: Db): Promise<void> {
  await db
    .deleteFrom('sent_emails')
    .where('counted_until', '<', sql<Date>`now()`)
    .execute();
}
