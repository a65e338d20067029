import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * How long a long response may block the event loop before other requests get their turn, in
 * milliseconds.
 */
const maxTurnMs = 5;

/** A client that waits for long work. */
export interface Client {
  /** Whether the client has disconnected, so that further work is pointless. */
  readonly destroyed: boolean;
}

/** A turn of the event loop that long work has. */
export class Turn {
  #since: number;
  readonly #now: () => number;

  constructor(now = () => performance.now()) {
    this.#now = now;
    this.#since = now();
  }

  /** Whether it has taken so long that others should have theirs. */
  get isOver(): boolean {
    return this.#now() - this.#since >= maxTurnMs;
  }

  /** Returns to the event loop, and begins the next turn. */
  async next(): Promise<void> {
    await nextTurn();
    this.#since = this.#now();
  }
}

/**
 * Yields the parts of long work and returns to the event loop every few milliseconds, so that other
 * requests are served in between. Ends early once the client has disconnected. Queries in pages
 * would not suffice, because awaiting the embedded database does not return to the event loop.
 */
export async function* yieldToEventLoop<Part>(
  parts: AsyncIterable<Part> | Iterable<Part>,
  client?: Client,
  turn = new Turn(),
): AsyncGenerator<Part> {
  for await (const part of parts) {
    if (turn.isOver) await turn.next();
    if (client?.destroyed) return;
    yield part;
  }
}

/** The most parts of long work that are processed together. */
const maxGrouped = 50;

/**
 * Yields the parts of long work in groups, since a turn for each would cost more than the part
 * itself. A group has at most 50, and fewer where they are long.
 */
export async function* inGroups<Part>(
  parts: AsyncIterable<Part> | Iterable<Part>,
  lengthOf: (part: Part) => number,
): AsyncGenerator<Part[]> {
  let group: Part[] = [];
  let length = 0;
  for await (const part of parts) {
    group.push(part);
    length += lengthOf(part);
    if (group.length < maxGrouped && length < minChunkLength) continue;
    yield group;
    group = [];
    length = 0;
  }
  if (group.length > 0) yield group;
}

/** Characters sent at once: sending each line separately would cost more than reading it. */
export const minChunkLength = 65_536;

/** Yields texts joined into pieces large enough to send. */
export async function* inPieces(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let waiting = '';
  for await (const text of texts) {
    waiting += text;
    if (waiting.length < minChunkLength) continue;
    yield waiting;
    waiting = '';
  }
  if (waiting !== '') yield waiting;
}
