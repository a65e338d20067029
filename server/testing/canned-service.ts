import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A service that answers as it is told, whatever it is asked. */
export interface CannedService {
  readonly url: string;
  /** What it was asked so far, and with which headers; bodies are for the listener to read. */
  readonly asked: readonly Pick<IncomingMessage, 'method' | 'url' | 'headers'>[];
  /** From now on, it answers so. */
  answer(listener: RequestListener): void;
  close(): void;
}

/** Answers with this JSON, `headers` beside it. */
export function json(body: unknown, headers: Record<string, string> = {}): RequestListener {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
}

/** Starts one on a loopback port. */
export async function startCannedService(listener: RequestListener): Promise<CannedService> {
  const asked: IncomingMessage[] = [];
  let current = listener;
  const server = createServer((request, response) => {
    asked.push(request);
    current(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answer: (next) => {
      current = next;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
