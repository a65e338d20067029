import type { FastifyInstance } from 'fastify';

import { homeLimits, sumCounts } from '#contract/portal/home.ts';
import { noticeEndpoints } from '#contract/portal/notices.ts';
import { listsByType, typeLabels } from '#contract/v1/record-types.ts';
import type { Db } from '#server/db/connect.ts';
import { route } from '#server/http/routes.ts';
import { backgroundWork, scheduleEveryMinute } from '#server/jobs/scheduled-jobs.ts';
import type { Mail, Mailer } from '#server/mail/mailer.ts';
import { findCommittedTime } from '#server/records/committed-time.store.ts';
import { toScope } from '#server/records/records.policy.ts';

import {
  completeNotice,
  type DueNotice,
  readNotices,
  saveNotices,
  takeNotice,
} from './notices.store.ts';
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
 * Returns the email about waiting records: the daily one lists all, the immediate one only new
 * ones. It has no personal data but initials. Returns undefined if no record waits.
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
      `${typeLabels[type]} ${getInitials(name)}, ${request ? 'a request' : 'next step'}: ${publicUrl}/${listsByType[type]}/${id}`,
  );
  const total = sumCounts(todo);
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
