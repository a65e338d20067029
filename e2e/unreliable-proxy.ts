import { EventEmitter, once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A bad network in front of the product: what it is told to drop reaches the service, but its answer never reaches the browser. */
export interface UnreliableProxy {
  readonly url: string;
  /** Drops the answers of the next `count` requests that match. */
  readonly dropAnswers: (method: string, path: string, count: number) => void;
  /** Keeps the answers of requests that match waiting, until answers are dropped. */
  readonly holdAnswers: (method: string, path: string) => void;
  /** From now on requests that match wait before the service until they are let on, the first come first. */
  readonly delayResponses: (method: string, path: string) => void;
  /** Lets so many of the waiting requests on, or of those still to come. */
  readonly letOn: (count: number) => void;
  /** Resolves when the next request that had to wait has reached the service whole, or when its answer has come, dropped or not. */
  readonly next: (what: 'request' | 'answer') => Promise<unknown>;
  /** How many answers were dropped so far. */
  readonly dropped: () => number;
  readonly stop: () => Promise<void>;
}

interface Rule {
  readonly method: string;
  readonly path: string;
}
const nothing: Rule = { method: '', path: '' };

export async function startUnreliableProxy(target: string): Promise<UnreliableProxy> {
  let rule = { ...nothing, left: 0, hold: false };
  let dropped = 0;
  const held: ServerResponse[] = [];
  let slow = nothing;
  const queue = new WaitingQueue();
  const events = new EventEmitter();

  function forward(incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer): void {
    const isDropped = rule.left > 0 && isMet(rule, incoming);
    if (isDropped) {
      rule.left -= 1;
      dropped += 1;
    }
    const onward = forwardOn(target, incoming, body, outgoing, isDropped);
    if (!isMet(slow, incoming)) return;
    onward.once('finish', () => events.emit('request'));
    onward.once('response', () => events.emit('answer'));
  }

  const server = createServer(async (incoming, outgoing) => {
    if (rule.hold && isMet(rule, incoming)) return held.push(outgoing);
    // Whole: who gives up while waiting is only noticed once nothing is left to read.
    const body = await buffer(incoming).catch(() => null);
    if (body === null) return outgoing.destroy();
    const go = () => forward(incoming, outgoing, body);
    return isMet(slow, incoming) ? queue.enter(outgoing, go) : go();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    dropAnswers: (method, path, count) => {
      rule = { method, path, left: count, hold: false };
      for (const outgoing of held.splice(0)) outgoing.destroy();
    },
    holdAnswers: (method, path) => {
      rule = { method, path, left: 0, hold: true };
    },
    delayResponses: (method, path) => {
      slow = { method, path };
    },
    letOn: (count) => queue.letOn(count),
    next: (what) => once(events, what),
    dropped: () => dropped,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function isMet({ method, path }: Rule, incoming: IncomingMessage): boolean {
  return incoming.method === method && incoming.url?.startsWith(path) === true;
}

/** Requests that wait until they are let on; those given up meanwhile leave it. */
class WaitingQueue {
  readonly #waiting = new Set<() => void>();
  #open = 0;

  enter(outgoing: ServerResponse, go: () => void): void {
    this.#waiting.add(go);
    outgoing.once('close', () => this.#waiting.delete(go));
    this.letOn(0);
  }

  letOn(count: number): void {
    this.#open += count;
    for (const go of this.#waiting) {
      if (this.#open <= 0) return;
      this.#open -= 1;
      this.#waiting.delete(go);
      go();
    }
  }
}

function forwardOn(
  target: string,
  incoming: IncomingMessage,
  body: Buffer,
  outgoing: ServerResponse,
  drop: boolean,
) {
  const { hostname, port } = new URL(target);
  const { method, url: path, headers } = incoming;
  const onward = request({ hostname, port, method, path, headers, agent: false }, (answer) => {
    if (drop) {
      answer.resume();
      answer.once('end', () => outgoing.destroy());
      return;
    }
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.once('error', () => outgoing.destroy());
    answer.pipe(outgoing);
  });
  onward.once('error', () => outgoing.destroy());
  return onward.end(body);
}
