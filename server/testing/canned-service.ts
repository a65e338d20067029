import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A fake service with configurable responses. */
export interface CannedService {
  readonly url: string;
  /** The requests so far, with their headers. The listener reads the bodies. */
  readonly requests: readonly Pick<IncomingMessage, 'method' | 'url' | 'headers'>[];
  /** Sets the listener for all further requests. */
  respondWith(listener: RequestListener): void;
  close(): void;
}

/** Returns a listener that responds with this JSON and `headers`. */
export function json(body: unknown, headers: Record<string, string> = {}): RequestListener {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
}

/** Starts a fake service on a loopback port. */
export async function startCannedService(listener: RequestListener): Promise<CannedService> {
  const requests: IncomingMessage[] = [];
  let current = listener;
  const server = createServer((request, response) => {
    requests.push(request);
    current(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
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
