import { createHash, randomBytes } from 'node:crypto';

import type { FastifyRequest } from 'fastify';
import { type Selectable, sql } from 'kysely';

import type { AuditAct, AuditActor } from '#contract/portal/audit/audit.ts';
import type { Caller, OperatorCaller } from '#server/auth/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { readByPages } from '#server/db/pages.ts';
import type { Tables } from '#server/db/schema.ts';

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

type Entry = Selectable<Tables['audit_entries']>;
type Chain = Selectable<Tables['audit_chains']>;

/** The last entry of a chain, to compare later. */
export interface ChainEnd {
  readonly chain: string;
  readonly position: number;
  readonly hash: string;
}

/** The result of verifying the audit trail. */
export interface Verification {
  readonly entries: number;
  readonly chains: number;
  /** The first entry that is not as it was written; undefined: all are. */
  readonly broken?: { readonly chain: string; readonly position: number; readonly why: string };
}

/** Entries that are read at once. */
const entriesAtOnce = 5_000;

/**
 * Computes every hash again, and compares the ends of chains that were saved before, as far as
 * their entries are not deleted because of their age.
 */
export async function verifyAudit(db: Db, saved: readonly ChainEnd[] = []): Promise<Verification> {
  const chains = await db.selectFrom('audit_chains').selectAll().orderBy('id').execute();
  let entries = 0;
  for (const chain of chains) {
    const found = await verifyChain(
      db,
      chain,
      saved.filter((end) => end.chain === chain.id),
    );
    if ('why' in found) return { entries, chains: chains.length, broken: found };
    entries += found.entries;
  }
  const missing = saved.find(({ chain }) => !chains.some(({ id }) => id === chain));
  const result = { entries, chains: chains.length };
  return missing ? { ...result, broken: { ...missing, why: 'the chain is missing' } } : result;
}

async function verifyChain(db: Db, chain: Chain, saved: readonly ChainEnd[]) {
  const broken = (position: number, why: string) => ({ chain: chain.id, position, why });
  let position = chain.deleted_to;
  let hash = chain.deleted_hash;
  for await (const entry of readEntries(db, chain)) {
    position += 1;
    if (entry.position !== position) return broken(position, 'the entry is missing');
    if (entry.origin !== null && !sha256(entry.origin).equals(entry.origin_hash))
      return broken(position, 'its address is not the one recorded');
    hash = sha256(hashedText(entry, hash));
    if (!hash.equals(entry.hash)) return broken(position, 'its hash does not match');
    const known = saved.find((end) => end.position === position);
    if (known && known.hash !== hash.toString('hex'))
      return broken(position, 'it is not the entry that was saved');
  }
  const last = Math.max(chain.position, ...saved.map((end) => end.position));
  if (position < last) return broken(position + 1, 'the entry is missing');
  if (!hash.equals(chain.hash)) return broken(position, 'it is not the last one written');
  return { entries: position - chain.deleted_to };
}

/** Yields the entries of a chain up to the end that it had when it was read. */
function readEntries(db: Db, { id, position: end }: Chain): AsyncGenerator<Entry> {
  const read = async (last: Entry | undefined) =>
    db
      .selectFrom('audit_entries')
      .selectAll()
      .where('chain', '=', id)
      .where('position', '>', last?.position ?? 0)
      .where('position', '<=', end)
      .orderBy('position')
      .limit(entriesAtOnce)
      .execute();
  return readByPages(read, entriesAtOnce);
}

/** Returns the text of an entry that is hashed, as the database makes it (0076-audit.sql). */
function hashedText(entry: Entry, before: Buffer): string {
  return [
    before.toString('hex'),
    entry.chain,
    entry.position,
    entry.at.toISOString(),
    entry.kind,
    entry.actor_type,
    entry.actor_id,
    entry.partner_id,
    entry.subject_type,
    entry.subject_id,
    entry.details,
    entry.origin_hash.toString('hex'),
  ].join('\n');
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** Returns the ends of all chains. */
export async function auditEnds(db: Db): Promise<ChainEnd[]> {
  const chains = await db
    .selectFrom('audit_chains')
    .select(['id', 'position', 'hash'])
    .orderBy('id')
    .execute();
  return chains.map(({ id, position, hash }) => ({
    chain: id,
    position,
    hash: hash.toString('hex'),
  }));
}

/**
 * Deletes the entries from before a moment, and records how many. The hash of the last one stays,
 * so that the rest can be verified.
 */
export async function deleteOldEntries(db: Db, before: Date): Promise<void> {
  const { rows } = await sql<{ chain: string; last: number; hash: Buffer }>`
    select distinct on (chain) chain, position as last, hash from audit_entries
    where at < ${before} order by chain, position desc`.execute(db);
  for (const { chain, last, hash } of rows)
    await db.transaction().execute(async (tx) => {
      await sql`select set_config('portal.audit_retention', ${chain}, true)`.execute(tx);
      const { numDeletedRows } = await tx
        .deleteFrom('audit_entries')
        .where('chain', '=', chain)
        .where('position', '<=', last)
        .executeTakeFirstOrThrow();
      await tx
        .updateTable('audit_chains')
        .set({ deleted_to: last, deleted_hash: hash })
        .where('id', '=', chain)
        .execute();
      const actor = { type: 'service', id: null } as const;
      const details = { chain, entries: Number(numDeletedRows) };
      await recordAct(tx, { ...byCommand, actor, act: 'entries-deleted', details });
    });
}
