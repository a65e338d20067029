import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A bad network in front of the product: what it is told to drop reaches the service, but its answer never reaches the browser. */
export interface UnreliableProxy {
  readonly url: string;
  /** Drops the answers of the next `count` requests that match. */
  readonly dropAnswers: (method: string, path: string, count: number) => void;
  /** Keeps the answers of requests that match waiting, until answers are dropped. */
  readonly holdAnswers: (method: string, path: string) => void;
  /** How many answers were dropped so far. */
  readonly dropped: () => number;
  readonly stop: () => Promise<void>;
}

export async function startUnreliableProxy(target: string): Promise<UnreliableProxy> {
  let rule = { method: '', path: '', left: 0, hold: false };
  let dropped = 0;
  const held: ServerResponse[] = [];
  const server = createServer((incoming, outgoing) => {
    const isMet = incoming.method === rule.method && incoming.url?.startsWith(rule.path) === true;
    if (isMet && rule.hold) {
      held.push(outgoing);
      return;
    }
    const isDropped = isMet && rule.left > 0;
    if (isDropped) {
      rule.left -= 1;
      dropped += 1;
    }
    forward(target, incoming, outgoing, isDropped);
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
    dropped: () => dropped,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function forward(
  target: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  drop: boolean,
): void {
  const { hostname, port } = new URL(target);
  const { method, url: path, headers } = incoming;
  const onward = request({ hostname, port, method, path, headers, agent: false }, (answer) => {
    if (drop) {
      answer.resume();
      answer.once('end', () => outgoing.destroy());
      return;
    }
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  onward.once('error', () => outgoing.destroy());
  incoming.pipe(onward);
}
