import { createHash } from 'node:crypto';

/** The identity of an entry of the feed. */
export interface EntryIdentity {
  readonly number: number;
  readonly changeId: number;
  readonly recordId: string;
  readonly at: Date;
}

/**
 * Returns the position of an entry as callers get it: its number, and a checksum of its identity. A
 * position of another database, or of a backup that was restored since, has another checksum.
 */
export function formatPosition({ number, changeId, recordId, at }: EntryIdentity): string {
  const identity = JSON.stringify([number, changeId, recordId, at.getTime()]);
  const check = createHash('sha256').update(identity).digest('hex').slice(0, 8);
  return `${number}-${check}`;
}

/** Returns the number of a position; undefined if the text is none. */
export function numberIn(position: string): number | undefined {
  const [, digits] = /^([1-9]\d{0,15})-[\da-f]{8}$/.exec(position) ?? [];
  const number = Number(digits);
  return Number.isSafeInteger(number) ? number : undefined;
}
