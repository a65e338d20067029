import type { FastifyInstance } from 'fastify';

import { noticeEndpoints } from '#contract/portal/notices.ts';
import { route } from '#server/http/routes.ts';
import { backgroundWork, scheduleEveryMinute } from '#server/jobs/scheduled-jobs.ts';

import { chooseNotices } from './choose-notices.ts';
import { readNotices } from './notices.store.ts';
import { type NoticeDeps, sendNotices } from './send-notices.ts';

/** Registers the choice of notices by email, and sends those that are due. */
export function noticeRoutes(
  app: FastifyInstance,
  { db, mailer, now }: Omit<NoticeDeps, 'publicUrl'>,
): void {
  route(app, noticeEndpoints.readNotices, async ({ caller }) => readNotices(db, caller.accountId));
  route(app, noticeEndpoints.changeNotices, async ({ caller, readBody }) =>
    chooseNotices(db, caller.accountId, { ...readBody(), now: now() }),
  );
  if (!mailer.isOn) return;
  // Neither the start of the service nor other work waits for a mail server.
  const start = backgroundWork(app, 'not done: send notices');
  scheduleEveryMinute(app, 'send notices', async () =>
    start(async () => sendNotices({ db, mailer, now, publicUrl: app.publicUrl })),
  );
}
