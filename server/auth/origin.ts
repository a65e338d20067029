import type { FastifyRequest } from 'fastify';

import type { AuditActor } from '#contract/portal/audit/audit.ts';

import type { Caller, OperatorCaller } from './caller.ts';

/** The actor of an act, their partner, and where they act from. */
export interface Origin {
  readonly actor: { readonly type: AuditActor; readonly id: string | null };
  /** null: no partner, or that of the subject. */
  readonly partnerId: string | null;
  /** null: a command on the service’s machine, or the service itself. */
  readonly address: string | null;
}

/** Returns who acts in a request. */
export function getOrigin(
  caller: Caller | OperatorCaller | null,
  request: Pick<FastifyRequest, 'ip'>,
): Origin {
  const address = request.ip;
  if (caller === null) return { actor: { type: 'unknown', id: null }, partnerId: null, address };
  if ('keyId' in caller)
    return { actor: { type: 'operator-key', id: caller.keyId }, partnerId: null, address };
  const actor = { type: 'account', id: caller.accountId } as const;
  return { actor, partnerId: caller.partnerId, address };
}

/** The origin of actions of somebody who runs a command on the service’s machine. */
export const byCommand: Origin = {
  actor: { type: 'command', id: null },
  partnerId: null,
  address: null,
};
