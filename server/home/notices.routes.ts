import type { FastifyInstance } from 'fastify';
import { type Selectable, sql } from 'kysely';

import { homeLimits } from '#contract/portal/home.ts';
import { noticeEndpoints, type Notices } from '#contract/portal/notices.ts';
import type { ContactCaller } from '#server/auth/caller.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tables } from '#server/db/schema.ts';
import { fieldError } from '#server/errors/api-error.ts';
import { systemErrorCode } from '#server/errors/system-error-code.ts';
import { route } from '#server/http/routes.ts';
import { backgroundWork, scheduleEveryMinute } from '#server/jobs/scheduled-jobs.ts';
import type { Mail, Mailer } from '#server/mail/mailer.ts';
import { findCommittedTime } from '#server/records/committed-time.store.ts';
import { toScope } from '#server/records/records.policy.ts';

import { readTodo } from './todo.routes.ts';

/** Registers the choice of notices by email, and sends those that are due. */
export function noticeRoutes(
  app: FastifyInstance,
  { db, mailer, now }: Omit<NoticeDeps, 'publicUrl'>,
): void {
  route(app, noticeEndpoints.readNotices, async ({ caller }) => readNotices(db, caller.accountId));
  route(app, noticeEndpoints.changeNotices, async ({ caller, readBody }) =>
    saveNotices(db, caller.accountId, { ...readBody(), now: now() }),
  );
  if (!mailer.isOn) return;
  // Neither the start of the service nor other work waits for a mail server.
  const start = backgroundWork(app, 'not done: send notices');
  scheduleEveryMinute(app, 'send notices', async () =>
    start(async () => sendNotices({ db, mailer, now, publicUrl: app.publicUrl })),
  );
}

/** What sending notices needs. */
interface NoticeDeps {
  readonly db: Db;
  readonly mailer: Mailer;
  readonly now: () => Date;
  /** The address of the portal. */
  readonly publicUrl: string;
}

/** An email that is not sent is given up after so many tries, within a day. */
const maxTries = 10;

/** Sends all notices that are due, until an email is not sent: others wait for the next call. */
export async function sendNotices({ db, mailer, now, publicUrl }: NoticeDeps): Promise<void> {
  let notice = await takeNotice(db, now());
  while (notice) {
    const notifiedAt = await findCommittedTime(db);
    const mail = await writeNotice(db, notice, { notifiedAt, publicUrl });
    if (mail && !(await mailer.send(mail)) && notice.tries < maxTries) return;
    await completeNotice(db, notice, { notifiedAt, now: now() });
    notice = await takeNotice(db, now());
  }
}

/**
 * Returns the email of what waits: in the morning everything, at once what is new. Nothing in it is
 * personal but the initials. Returns undefined if nothing does.
 */
async function writeNotice(
  db: Db,
  notice: DueNotice,
  { notifiedAt, publicUrl }: { readonly notifiedAt: Date; readonly publicUrl: string },
): Promise<Mail | undefined> {
  const isDaily = notice.kind === 'daily';
  const during = isDaily ? undefined : { from: notice.notified_at, until: notifiedAt };
  const cut = { limit: homeLimits.todo, offset: 0, during };
  const { todo } = await readTodo({ db, caller: notice, scope: toScope(notice) }, cut);
  if (todo.records.length === 0) return undefined;
  const lines = todo.records.map(
    ({ type, id, name, request }) =>
      `${type === 'lead' ? 'Lead' : 'Deal'} ${getInitials(name)}, ${request ? 'a request' : 'next step'}: ${publicUrl}/${type}s/${id}`,
  );
  const total = todo.leads + todo.deals;
  return {
    to: notice.email,
    subject: isDaily
      ? `${total} waiting for you in the partner portal`
      : 'New in the partner portal, waiting for you',
    text: [
      ...lines,
      `All ${total}: ${publicUrl}/home`,
      `To change these emails: ${publicUrl}/profile`,
    ].join('\n\n'),
  };
}

/** Returns the first letters of the first two words of a name: `R. T.` */
function getInitials(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words
    .slice(0, 2)
    .map((word) => `${String.fromCodePoint(word.codePointAt(0) ?? 0)}.`)
    .join(' ');
}

/** A notice that is due, and to whom, as the caller of what is read for it. */
type DueNotice = Selectable<Tables['notices']> & ContactCaller & { readonly email: string };

/** Returns when an account is told what waits for it. */
async function readNotices(db: Db, accountId: string): Promise<Notices> {
  const row = await db
    .selectFrom('notices')
    .select(['kind', 'time_zone as timeZone'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row ?? { kind: 'off', timeZone: 'UTC' };
}

/**
 * Stores when an account is told what begins to wait for it from now on.
 * @throws ApiError 400 when the database doesn’t know the time zone
 */
export async function saveNotices(
  db: Db,
  accountId: string,
  { kind, timeZone, now }: Notices & { readonly now: Date },
): Promise<void> {
  const saved = {
    kind,
    time_zone: timeZone,
    notified_at: await findCommittedTime(db),
    due_at: findNext(kind, timeZone, now),
    tries: 0,
  };
  await db
    .insertInto('notices')
    .values({ account_id: accountId, ...saved })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(saved))
    .execute()
    .catch(rejectUnknownZone);
}

/** PostgreSQL can lack time zones that browsers know, such as former names of cities. */
function rejectUnknownZone(error: unknown): never {
  if (systemErrorCode(error) !== invalidParameter) throw error;
  throw fieldError('timeZone', 'The portal doesn’t know this time zone. Choose another.');
}
const invalidParameter = '22023';

/** Returns SQL for when the next notice is due: never, in 5 minutes, or at the next 8:00. */
function findNext(kind: Notices['kind'], zone: string, now: Date) {
  if (kind === 'off') return sql<Date>`'infinity'`;
  if (kind === 'at-once') return sql<Date>`${now}::timestamptz + interval '5 minutes'`;
  return sql<Date>`(date_trunc('day', (${now}::timestamptz at time zone ${zone}) - interval '8 hours')
    + interval '32 hours') at time zone ${zone}`;
}

/**
 * Takes a notice that is due. No other process takes it before it is tried again: after 2 minutes,
 * then after 4, 8 and so on. Nothing is due to a deactivated account.
 */
async function takeNotice(db: Db, now: Date): Promise<DueNotice | undefined> {
  const { rows } = await sql<DueNotice>`
    update notices set tries = tries + 1,
      due_at = ${now}::timestamptz + interval '1 minute' * 2 ^ (tries + 1)
    from accounts where accounts.id = account_id and account_id = (
      select account_id from notices join accounts on accounts.id = account_id
      where due_at <= ${now} and disabled_at is null
      order by due_at limit 1 for update of notices skip locked
    )
    returning notices.*, email, account_id as "accountId", name, role, partner_id as "partnerId",
      contact_id as "contactId", null as "sessionId"`.execute(db);
  return rows[0];
}

/** Stores before which time the person is up to date, unless the setting was changed meanwhile. */
async function completeNotice(
  db: Db,
  { account_id: id, kind, time_zone: zone, due_at: dueAt }: DueNotice,
  { notifiedAt, now }: { readonly notifiedAt: Date; readonly now: Date },
): Promise<void> {
  await db
    .updateTable('notices')
    .set({ notified_at: notifiedAt, due_at: findNext(kind, zone, now), tries: 0 })
    .where('account_id', '=', id)
    .where('due_at', '=', dueAt)
    .execute();
}
