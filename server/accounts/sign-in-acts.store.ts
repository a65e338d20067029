import type { FastifyInstance, FastifyRequest } from 'fastify';

import { getOrigin, type Origin, recordAct } from '#server/audit/audit.store.ts';
import type { Db } from '#server/db/connect.ts';
import { backgroundWork } from '#server/jobs/background-work.ts';
import type { Mailer } from '#server/mail/mailer.ts';

import type { AccountRow } from './accounts.store.ts';

/** Returns who acts where an account does that no session identifies yet, or any more. */
export function byAccount(account: AccountRow, request: FastifyRequest): Origin {
  const actor = { type: 'account', id: account.id } as const;
  return { ...getOrigin(null, request), actor, partnerId: account.partner_id };
}

/**
 * Returns a function that tells the owner of an account by email that somebody guesses: after 10
 * failures, 100, 1,000 and so on. No response waits for it.
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

/** Records a failed sign-in; what was typed only as far as it is an account. */
export async function recordFailedSignIn(
  db: Db,
  account: AccountRow | undefined,
  request: FastifyRequest,
  details: Readonly<Record<string, string>> = {},
): Promise<void> {
  const subject = account && { type: 'account', id: account.id };
  const failed = { ...getOrigin(null, request), act: 'sign-in-failed', details } as const;
  await recordAct(db, subject ? { ...failed, subject } : failed);
}
