import { EventEmitter, once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/**
 * An unreliable network in front of the product: a request whose response is dropped reaches the
 * service, but the browser never gets the response.
 */
export interface UnreliableProxy {
  readonly url: string;
  /** Drops the responses of the next `count` matching requests. */
  readonly dropResponses: (method: string, path: string, count: number) => void;
  /** Holds matching requests without a response until `dropResponses` is called. */
  readonly holdResponses: (method: string, path: string) => void;
  /**
   * Makes matching requests wait in a queue before they reach the service, until `release`, called
   * after this, releases them in order.
   */
  readonly delayResponses: (method: string, path: string) => void;
  /** Releases this many of the waiting requests, or of those still to come. */
  readonly release: (count: number) => void;
  /**
   * Resolves when the next queued request has reached the service completely, or when its response
   * has arrived, dropped or not.
   */
  readonly next: (what: 'request' | 'answer') => Promise<unknown>;
  /**
   * Answers 404 for scripts and style sheets, as after a release, whose files have other names; or
   * has them again.
   */
  readonly replaceFiles: (areReplaced: boolean) => void;
  /** Returns how many responses were dropped so far. */
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
  let areFilesReplaced = false;
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
    if (areFilesReplaced && incoming.url?.startsWith('/assets/') === true)
      return outgoing.writeHead(404).end();
    if (rule.hold && isMet(rule, incoming)) return held.push(outgoing);
    // Reads the whole body: an aborted request is only noticed once nothing is left to read.
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
    dropResponses: (method, path, count) => {
      rule = { method, path, left: count, hold: false };
      for (const outgoing of held.splice(0)) outgoing.destroy();
    },
    holdResponses: (method, path) => {
      rule = { method, path, left: 0, hold: true };
    },
    delayResponses: (method, path) => {
      slow = { method, path };
      queue.close();
    },
    release: (count) => queue.release(count),
    next: (what) => once(events, what),
    replaceFiles: (areReplaced) => {
      areFilesReplaced = areReplaced;
    },
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

/** Requests that wait until released; aborted requests are removed. */
class WaitingQueue {
  readonly #waiting = new Set<() => void>();
  #open = 0;

  enter(outgoing: ServerResponse, go: () => void): void {
    this.#waiting.add(go);
    outgoing.once('close', () => this.#waiting.delete(go));
    this.release(0);
  }

  close(): void {
    this.#open = 0;
  }

  release(count: number): void {
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
  const onward = request({ hostname, port, method, path, headers, agent: false }, (response) => {
    if (drop) {
      response.resume();
      response.once('end', () => outgoing.destroy());
      return;
    }
    outgoing.writeHead(response.statusCode ?? 502, response.headers);
    response.once('error', () => outgoing.destroy());
    response.pipe(outgoing);
  });
  onward.once('error', () => outgoing.destroy());
  return onward.end(body);
}
