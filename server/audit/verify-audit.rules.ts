import { createHash } from 'node:crypto';

import type { Entry } from './verify-audit.store.ts';

/** A chain as it was when its end was saved, to compare later. */
export interface ChainEnd {
  readonly chain: string;
  /** Of the last entry. */
  readonly position: number;
  readonly hash: string;
  /**
   * Of the last entry that was deleted because of its age; 0: none. Undefined in what an earlier
   * version saved.
   */
  readonly deletedTo?: number | undefined;
  /** The position of the last entry of each day in UTC, such as `2026-11-28`. */
  readonly days?: Readonly<Record<string, number>> | undefined;
}

/** What a chain is compared with. */
export interface KnownChain {
  /** Its ends that were saved before. */
  readonly saved: readonly ChainEnd[];
  /** Up to where its entries are deleted, as the trail itself records; 0: no record. */
  readonly recordedTo: number;
  /** The last day, in UTC, whose entries may be deleted. */
  readonly oldDay: string;
}

/** Returns the error in the deletion of a chain’s oldest entries; undefined if there is none. */
export function findWrongDeletion(
  { deleted_to: deletedTo }: { readonly deleted_to: number },
  { saved, recordedTo, oldDay }: KnownChain,
): { readonly position: number; readonly why: string } | undefined {
  if (deletedTo !== recordedTo)
    return {
      position: Math.min(deletedTo, recordedTo) + 1,
      why: 'entries from here on were deleted, or are back, without an entry that says so',
    };
  for (const { position, deletedTo: before, days } of saved) {
    if (before === undefined) continue;
    if (deletedTo < before)
      return { position: deletedTo + 1, why: 'it was deleted when the ends were saved' };
    const allowed = findAllowed(before, days ?? {}, oldDay);
    if (deletedTo > allowed && position > before)
      return { position: allowed + 1, why: 'it was deleted before its time' };
  }
  return undefined;
}

/** Returns the last position whose entry may be deleted, by what was saved. */
function findAllowed(before: number, days: Readonly<Record<string, number>>, oldDay: string) {
  const old = Object.entries(days).flatMap(([day, position]) => (day <= oldDay ? [position] : []));
  return Math.max(before, ...old);
}

/** Where an entry should stand: after the entry with the hash `before`. */
interface ExpectedEntry {
  readonly position: number;
  readonly before: Buffer;
  readonly saved: readonly ChainEnd[];
}

/** Returns why an entry is not as it was written; undefined if it is. */
export function findWrongEntry(entry: Entry, { position, before, saved }: ExpectedEntry) {
  if (entry.position !== position) return 'the entry is missing';
  if (entry.origin !== null && !sha256(entry.origin).equals(entry.origin_hash))
    return 'its address is not the one recorded';
  const hash = hashEntry(entry, before);
  if (!hash.equals(entry.hash)) return 'its hash does not match';
  const end = saved.find((each) => each.position === position);
  if (end && end.hash !== hash.toString('hex')) return 'it is not the entry that was saved';
  return undefined;
}

/** Returns the hash of an entry, as the database makes it (`chain_audit_entry`). */
function hashEntry(entry: Entry, before: Buffer): Buffer {
  return sha256(
    [
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
    ].join('\n'),
  );
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();
