import { createServer, type IncomingMessage, type RequestListener } from 'node:http';

/**
 * A fake upstream service with one response for every request, which can be one that no real
 * service should send. Tests of what a service does with leads use the stand-in.
 */
export interface FakeService {
  readonly url: string;
  /** The requests so far, with their headers. The listener reads the bodies. */
  readonly requests: readonly Pick<IncomingMessage, 'method' | 'url' | 'headers'>[];
  /** Sets the listener for all further requests. */
  respondWith(listener: RequestListener): void;
  close(): void;
}

/** Returns a listener that responds with this text and these headers; JSON unless they say else. */
export function reply(
  status: number,
  text: string,
  headers: Record<string, string> = {},
): RequestListener {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(text);
  };
}

/** Returns a listener that responds with 200 and this JSON. */
export function json(body: unknown, headers: Record<string, string> = {}): RequestListener {
  return reply(200, JSON.stringify(body), headers);
}

/** Returns a listener that rejects every request. */
export function reject(
  status: number,
  body: unknown = { error: 'Their own words.' },
  headers: Record<string, string> = {},
): RequestListener {
  return reply(status, JSON.stringify(body), headers);
}

/** Starts a fake service on a loopback port. */
export async function startFakeService(listener: RequestListener): Promise<FakeService> {
  const requests: IncomingMessage[] = [];
  let current = listener;
  const server = createServer((request, response) => {
    requests.push(request);
    current(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port is listened on.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    respondWith: (next) => {
      current = next;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
