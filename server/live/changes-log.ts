import * as z from 'zod/mini';

import { type LiveChange, liveChange } from '#contract/portal/live/live.ts';
import type { Scope } from '#server/records/records.policy.ts';

/** A change as the database notifies of it: with the owner of the records (migration 0023). */
export type OwnedChange = LiveChange & { readonly partnerId: string; readonly contactId: string };

const payloadSchema = z.array(
  z.extend(liveChange, { partnerId: z.string(), contactId: z.string() }),
);

/** Parses the payload of a notification; undefined if another release of the service wrote it. */
export function readLoggedChanges(payload: string): OwnedChange[] | undefined {
  try {
    return payloadSchema.parse(JSON.parse(payload));
  } catch {
    return undefined;
  }
}

/** Returns the key of a scope. Readers of the same scope get the same events. */
export function scopeKey(scope: Scope): string {
  if ('everything' in scope) return 'everything';
  return 'partnerId' in scope ? `partner ${scope.partnerId}` : `contact ${scope.contactId}`;
}

/** Returns the keys of the scopes that records of this owner are in. */
function listScopeKeys({ partnerId, contactId }: OwnedChange): string[] {
  return [{ everything: true as const }, { partnerId }, { contactId }].map(scopeKey);
}

/** The number of records of one type that an event names at most. */
const maxNamedRecords = 100;

/** Returns what the readers of each scope may know of changes, by the key of the scope. */
export function changesByScope(changes: readonly OwnedChange[]): Map<string, LiveChange[]> {
  const scopes = new Map<string, Map<LiveChange['type'], Set<string> | null>>();
  for (const change of changes)
    for (const key of listScopeKeys(change)) {
      const types = scopes.get(key) ?? new Map<LiveChange['type'], Set<string> | null>();
      scopes.set(key, types);
      const known = types.get(change.type);
      const ids = known === null || change.ids === null ? null : [...(known ?? []), ...change.ids];
      types.set(change.type, ids && ids.length <= maxNamedRecords ? new Set(ids) : null);
    }
  return new Map(
    [...scopes].map(([key, types]) => [
      key,
      [...types].map(([type, ids]) => ({ type, ids: ids && [...ids] })),
    ]),
  );
}

const timeNow = () => Math.trunc(performance.timeOrigin + performance.now());

/** How long changes stay in the log, in milliseconds, and how many entries at most. */
const maxAgeMs = 60_000;
const maxEntries = 2_000;

/**
 * The changes of the last minute, so that a reader whose connection broke misses none. A place in
 * it is a time, in milliseconds since the epoch: a number of changes would tell a reader how
 * much others do.
 */
export class ChangesLog {
  #entries: { readonly at: number; readonly changes: readonly OwnedChange[] }[] = [];
  /** No entry to come is at this time or before it. */
  #last = timeNow();
  /** The time after which nothing is missing. */
  #completeAfter = this.#last;

  /** Returns the time up to which a reader has everything who has it now. */
  readTime(): number {
    this.#last = Math.max(this.#last, timeNow());
    return this.#last;
  }

  /** Adds changes that were notified together. */
  add(changes: readonly OwnedChange[]): void {
    const at = Math.max(timeNow(), this.#last + 1);
    this.#last = at;
    this.#entries.push({ at, changes });
    const first = this.#entries.findIndex((entry) => entry.at > at - maxAgeMs);
    const removed = this.#entries.splice(0, Math.max(first, this.#entries.length - maxEntries));
    this.#completeAfter = removed.at(-1)?.at ?? this.#completeAfter;
  }

  /** Empties the log, because changes may have been missed. */
  clear(): void {
    this.#entries = [];
    this.#last = Math.max(timeNow(), this.#last + 1);
    this.#completeAfter = this.#last;
  }

  /** Returns the changes after a time; undefined if they are not all known. */
  after(time: number): OwnedChange[] | undefined {
    if (time < this.#completeAfter || time > this.#last) return undefined;
    return this.#entries.filter(({ at }) => at > time).flatMap(({ changes }) => changes);
  }

  /** Returns the changes of the last milliseconds; undefined if they are not all known. */
  ofLast(milliseconds: number): OwnedChange[] | undefined {
    return this.after(this.readTime() - milliseconds);
  }
}
