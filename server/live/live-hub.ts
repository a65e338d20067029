import type { InSession } from '#server/auth/caller.ts';
import { newId } from '#server/db/ids.ts';
import { toScope } from '#server/records/records.policy.ts';

import { changesByScope, ChangesLog, type OwnedChange, scopeKey } from './changes-log.ts';
import { type EventStream, eventText, heartbeat } from './event-stream.ts';

/** Changes that follow each other within this many milliseconds become one event. */
const collectingMs = 50;
/**
 * A session’s streams, and an account’s; opening another one ends the oldest. A browser needs one,
 * and an account can have 20 sessions.
 */
const maxStreams = { sessionId: 4, accountId: 20 };

/** The event after which a reader begins: one with an id, or those of some milliseconds ago. */
export interface Beginning {
  readonly afterId?: string | undefined;
  readonly ageMs?: number | undefined;
}

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
