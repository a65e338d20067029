import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds that a long answer may hold the event loop before other requests have their turn. */
const maxTurnMs = 5;

/** A client, as far as long work for it is concerned. */
export interface Client {
  /** Whether the client has left: nobody takes what is still made for it. */
  readonly destroyed: boolean;
}

/**
 * Yields the parts of long work and gives the event loop back every few milliseconds, so that other
 * requests are answered in between. Ends early once the client has left. Awaiting the embedded
 * database does not give the event loop back, so that paged queries alone would not do.
 */
export async function* takingTurns<Part>(
  parts: AsyncIterable<Part> | Iterable<Part>,
  client?: Client,
  now = () => performance.now(),
): AsyncGenerator<Part> {
  let since = now();
  for await (const part of parts) {
    if (now() - since >= maxTurnMs) {
      await nextTurn();
      since = now();
    }
    if (client?.destroyed) return;
    yield part;
  }
}

/** Characters that are sent at once: a line at a time would cost more in sending than in reading. */
const worthSending = 65_536;

/** Yields texts in pieces that are worth sending. */
export async function* inPieces(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let waiting = '';
  for await (const text of texts) {
    waiting += text;
    if (waiting.length < worthSending) continue;
    yield waiting;
    waiting = '';
  }
  if (waiting !== '') yield waiting;
}
