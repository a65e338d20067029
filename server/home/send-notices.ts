import { homeLimits, type Todo } from '#contract/portal/home.ts';
import type { Db } from '#server/db/connect.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import { findCommittedTime } from '#server/records/committed-time.store.ts';
import { toScope } from '#server/records/records.policy.ts';

import { writeNoticeMail } from './notice-mail.ts';
import { completeNotice, type DueNotice, takeNotice } from './notices.store.ts';
import { readTodo } from './read-todo.ts';

/** What sending notices needs. */
export interface NoticeDeps {
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
    const todo = await readDue(db, notice, notifiedAt);
    const mail = todo.records.length > 0 && writeNoticeMail(notice, todo, publicUrl);
    if (mail && !(await mailer.send(mail)) && notice.tries < maxTries) return;
    await completeNotice(db, notice, { notifiedAt, now: now() });
    notice = await takeNotice(db, now());
  }
}

/** Reads the records that a notice lists: the daily one all, the immediate one only new ones. */
async function readDue(db: Db, notice: DueNotice, notifiedAt: Date): Promise<Todo> {
  const during =
    notice.kind === 'daily' ? undefined : { from: notice.notified_at, until: notifiedAt };
  const cut = { limit: homeLimits.todo, offset: 0, during };
  const reader = { db, caller: notice, scope: toScope(notice), today: notice.today };
  return (await readTodo(reader, cut)).todo;
}
