import * as z from 'zod/mini';

import type { LiveEvent } from '#contract/portal/live/live-stream.ts';
import { type LiveChange, liveChange } from '#contract/portal/live/live.ts';
import type { InSession } from '#server/auth/caller.ts';
import { newId } from '#server/db/ids.ts';
import { type Scope, toScope } from '#server/records/records.policy.ts';

/** A change as the database notifies of it: with the owner of the records (`notify_of_changes`). */
type OwnedChange = LiveChange & { readonly partnerId: string; readonly contactId: string };

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
function scopeKey(scope: Scope): string {
  if ('everything' in scope) return 'everything';
  return 'partnerId' in scope ? `partner ${scope.partnerId}` : `contact ${scope.contactId}`;
}

/** Returns the keys of the scopes that records of this owner are in. */
function listScopeKeys({ partnerId, contactId }: OwnedChange): string[] {
  return [{ everything: true as const }, { partnerId }, { contactId }].map(scopeKey);
}

/** The number of records of one type that an event names at most. */
const maxNamedRecords = 100;

/** Returns the changes that readers of each scope may see, by the key of the scope. */
function changesByScope(changes: readonly OwnedChange[]): Map<string, LiveChange[]> {
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
class ChangesLog {
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

/** Changes that follow each other within this many milliseconds become one event. */
const collectingMs = 50;
/**
 * A session’s streams, and an account’s; opening another one ends the oldest. A browser needs one,
 * and an account can have 20 sessions.
 */
export const maxStreams = { sessionId: 4, accountId: 20 };

/** The event after which a reader begins: one with an id, or those of some milliseconds ago. */
export interface Beginning {
  readonly afterId?: string | undefined;
  readonly ageMs?: number | undefined;
}

/** A response of server-sent events that is still open. */
export interface EventStream {
  send(text: string): void;
  end(): void;
}

/** Returns the text of an event. */
function eventText(event: LiveEvent, id: string, data = ''): string {
  return `event: ${event}\nid: ${id}\ndata: ${data}\n\n`;
}

/** A comment, which a browser ignores; it keeps proxies from closing a quiet connection. */
export const heartbeat = ':\n\n';

interface Reader {
  readonly caller: InSession;
  readonly stream: EventStream;
}

/** The open streams of this process, by what their readers may see. */
export class LiveHub {
  /** Tells this log’s times from those of another process, or of an earlier one. */
  readonly #id = newId().slice(0, 8);
  readonly #log = new ChangesLog();
  readonly #readers = new Map<string, Set<Reader>>();
  #collected: OwnedChange[] = [];
  #sentAt = 0;
  #timer: NodeJS.Timeout | undefined;

  /** Adds a reader, and sends what they have missed. Returns a function that removes them. */
  add(caller: InSession, stream: EventStream, beginning: Beginning): () => void {
    const key = scopeKey(toScope(caller));
    const reader = { caller, stream };
    const readers = this.#readers.get(key) ?? new Set();
    this.#readers.set(key, readers);
    readers.add(reader);
    for (const owner of ['sessionId', 'accountId'] as const) {
      const own = [...readers].filter((each) => each.caller[owner] === caller[owner]);
      for (const oldest of own.slice(0, -maxStreams[owner])) {
        readers.delete(oldest);
        oldest.stream.end();
      }
    }
    this.#sendMissed(key, stream, beginning);
    return () => {
      readers.delete(reader);
      if (readers.size === 0 && this.#readers.get(key) === readers) this.#readers.delete(key);
    };
  }

  /** Sends changes to those who may see the records, together with others of the same moment. */
  publish(changes: readonly OwnedChange[]): void {
    this.#collected.push(...changes);
    this.#timer ??= setTimeout(
      () => this.#send(),
      Math.max(0, this.#sentAt + collectingMs - performance.now()),
    );
  }

  /** Tells every reader that changes may have been missed. */
  publishGap(): void {
    this.#log.clear();
    for (const { stream } of this.#all()) stream.send(eventText('again', this.#lastId()));
  }

  sendHeartbeat(): void {
    for (const { stream } of this.#all()) stream.send(heartbeat);
  }

  /** Returns the sessions whose streams are open. */
  sessionIds(): string[] {
    return [...new Set([...this.#all()].map(({ caller }) => caller.sessionId))];
  }

  /** Ends the streams of the callers that match. */
  endStreams(isEnded: (caller: InSession) => boolean): void {
    for (const { caller, stream } of this.#all()) if (isEnded(caller)) stream.end();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.endStreams(() => true);
  }

  *#all(): Iterable<Reader> {
    for (const readers of this.#readers.values()) yield* readers;
  }

  #lastId(): string {
    return `${this.#id}.${this.#log.readTime()}`;
  }

  #send(): void {
    this.#timer = undefined;
    this.#sentAt = performance.now();
    const changes = this.#collected;
    this.#collected = [];
    this.#log.add(changes);
    for (const [key, visible] of changesByScope(changes)) {
      const text = eventText('changes', this.#lastId(), JSON.stringify(visible));
      for (const { stream } of this.#readers.get(key) ?? []) stream.send(text);
    }
  }

  #sendMissed(key: string, stream: EventStream, { afterId, ageMs = 0 }: Beginning): void {
    const missed =
      afterId === undefined ? this.#log.ofLast(ageMs) : this.#log.after(this.#timeOf(afterId));
    const visible = missed && changesByScope(missed).get(key);
    // Sent in any case, so that the reader has an id to continue after.
    if (missed === undefined) stream.send(eventText('again', this.#lastId()));
    else stream.send(eventText('changes', this.#lastId(), JSON.stringify(visible ?? [])));
  }

  /** Returns the time in an event’s id; -1 if the id is not of this log. */
  #timeOf(eventId: string): number {
    const [hubId, time = ''] = eventId.split('.');
    return hubId === this.#id && /^\d+$/.test(time) ? Number(time) : -1;
  }
}
