import type { FastifyRequest } from 'fastify';

import { getOrigin, type Origin, recordAct } from '#server/audit/audit.store.ts';
import type { Db } from '#server/db/connect.ts';

import type { AccountRow } from './accounts.store.ts';

/** Returns who acts where an account does that no session identifies yet, or any more. */
export function byAccount(account: AccountRow, request: FastifyRequest): Origin {
  const actor = { type: 'account', id: account.id } as const;
  return { ...getOrigin(null, request), actor, partnerId: account.partner_id };
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
