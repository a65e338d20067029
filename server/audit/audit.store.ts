import { randomBytes } from 'node:crypto';

import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';

import type { AuditAct, AuditActor } from '#contract/portal/audit/audit.ts';
import type { Caller, OperatorCaller } from '#server/auth/caller.ts';
import type { Db } from '#server/db/connect.ts';

/** The actor of an act, their partner, and where they act from. */
export interface Origin {
  readonly actor: { readonly type: AuditActor; readonly id: string | null };
  /** null: no partner, or that of the subject. */
  readonly partnerId: string | null;
  /** null: a command on the service’s machine, or the service itself. */
  readonly address: string | null;
}

/** An act to record. Nothing in it but the address may be personal: it can’t be erased. */
export interface RecordedAct extends Origin {
  readonly act: AuditAct;
  readonly subject?: { readonly type: string; readonly id: string };
  readonly details?: Readonly<Record<string, string | number | boolean>>;
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

/** The origin of acts of somebody who runs a command on the service’s machine. */
export const byCommand: Origin = {
  actor: { type: 'command', id: null },
  partnerId: null,
  address: null,
};

/**
 * Adds an entry to the audit trail, in the transaction of the act and as its last statement: until
 * the transaction ends, others of the same partner wait with theirs.
 */
export async function recordAct(db: Db, recorded: RecordedAct): Promise<void> {
  const { act, actor, partnerId, address, subject, details = {} } = recorded;
  await db
    .insertInto('audit_entries')
    .values({
      kind: act,
      actor_type: actor.type,
      actor_id: actor.id,
      // What the operator’s programs do is the operator’s own: history tells it to the partners.
      partner_id: actor.type === 'operator-key' ? null : (partnerId ?? selectPartner(subject)),
      subject_type: subject?.type ?? null,
      subject_id: subject?.id ?? null,
      details: JSON.stringify(details),
      // With a salt, so that the hash does not tell the address.
      origin: address && JSON.stringify({ address, salt: randomBytes(16).toString('hex') }),
    })
    .execute();
}

/** SQL for the partner of what an act is about; null for what has none. */
function selectPartner(subject: RecordedAct['subject']) {
  if (subject === undefined) return null;
  const { type, id } = subject;
  if (type === 'lead') return sql<string>`(select partner_id from leads where id = ${id})`;
  if (type === 'deal') return sql<string>`(select partner_id from deals where id = ${id})`;
  if (type === 'account') return sql<string>`(select partner_id from accounts where id = ${id})`;
  if (type === 'contact') return sql<string>`(select partner_id from contacts where id = ${id})`;
  if (type === 'attachment')
    return sql<string>`(select lead_partner_id from attachments where id = ${id})`;
  return null;
}

/**
 * Deletes the entries from before a moment, of each chain in a transaction of its own. The database
 * records in the same transaction how many and up to where (0111-audit-deletions.sql).
 */
export async function deleteOldEntries(db: Db, before: Date): Promise<void> {
  const { rows } = await sql<{ chain: string }>`
    select distinct chain from audit_entries where at < ${before} order by chain desc`.execute(db);
  for (const { chain } of rows)
    await sql`select delete_audit_entries(${chain}, ${before})`.execute(db);
}
