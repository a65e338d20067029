import type { FastifyInstance } from 'fastify';

import { backgroundWork } from '#server/jobs/scheduled-jobs.ts';
import type { Mailer } from '#server/mail/mailer.ts';

import type { AccountRow } from './accounts.store.ts';

/**
 * Returns a function that warns the owner of an account by email that somebody is guessing: after
 * 10 failures, 100, 1,000 and so on. No response waits for it.
 */
export function guessNotices(app: FastifyInstance, mailer: Mailer) {
  const start = backgroundWork(app, 'notice of guesses not sent');
  return (account: AccountRow | undefined, failures: number, what: 'passwords' | 'codes'): void => {
    if (!account || account.disabled_at !== null || !/^10+$/.test(String(failures))) return;
    const known =
      what === 'codes'
        ? 'They had got past the first step: change the password that you sign in with. '
        : '';
    const text = `There were ${failures} attempts to sign in to your account with wrong ${what}. Nobody got in by them. ${known}If it wasn’t you, tell your admin. If you have forgotten your password, you can set a new one at ${app.publicUrl}/sign-in.`;
    const subject = 'Failed attempts to sign in to the partner portal';
    start(async () => void (await mailer.send({ to: account.email, subject, text })));
  };
}
