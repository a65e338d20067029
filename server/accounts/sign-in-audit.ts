import type { FastifyRequest } from 'fastify';

import { recordAction } from '#server/audit/audit.store.ts';
import { getOrigin, type Origin } from '#server/auth/origin.ts';
import { clientNetwork } from '#server/http/client-network.ts';
import { RecentActions } from '#server/jobs/recent-actions.ts';

import type { AccountRow } from './accounts.store.ts';
import type { CheckDeps } from './password-check.ts';

/** Returns the origin of an action of an account that no session identifies yet, or any more. */
export function byAccount(account: AccountRow, request: FastifyRequest): Origin {
  const actor = { type: 'account', id: account.id } as const;
  return { ...getOrigin(null, request), actor, partnerId: account.partner_id };
}

/**
 * Returns a function that records failed sign-ins, with the account if it exists, never typed text.
 * The same failure from one network is recorded once a minute, however often a script repeats it.
 */
export function failedSignIns({ db, now }: CheckDeps) {
  const recent = new RecentActions(now);
  return async (
    account: AccountRow | undefined,
    request: FastifyRequest,
    details: Readonly<Record<string, string>> = {},
  ): Promise<void> => {
    const key = JSON.stringify([clientNetwork(request.ip), account?.id, details]);
    if (recent.has(key)) return;
    recent.add(key);
    const subject = account && { type: 'account', id: account.id };
    const failed = { ...getOrigin(null, request), action: 'sign-in-failed', details } as const;
    await recordAction(db, subject ? { ...failed, subject } : failed);
  };
}
