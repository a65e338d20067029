import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { describe, expect, onTestFinished, test } from 'vitest';

import { type EndpointCall, endpointCalls } from '#server/testing/bounds/endpoint-calls.ts';
import {
  type MalformedRequest,
  malformedRequests,
} from '#server/testing/bounds/malformed-requests.ts';
import { databases } from '#server/testing/database/databases.ts';
import { failureError } from '#server/testing/failures.ts';
import { type HttpCaller, httpCaller } from '#server/testing/http-calls.ts';
import { isLongRun } from '#server/testing/long-run.ts';
import { startTestApp } from '#server/testing/test-app.ts';

// `npm run test:release` sends 100,000 to each database, or a few hundred. With SEED=… the
// same requests are sent again.
const count = isLongRun ? 100_000 : 300;
const variety = isLongRun ? 3_000 : 100;
const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000_000);
const concurrent = 16;
const maxGrowth = 64 * 1024 * 1024;
// For a service that hangs. The long run took over 20 minutes where two cores had other work.
const timeout = isLongRun ? 14_400_000 : 1_200_000;

describe.each(databases)('malformed requests on %s', (kind) => {
  test(
    `are answered without a failure, and then the service works as before (SEED=${seed})`,
    { timeout },
    async () => {
      const logged: string[] = [];
      const service = await startTestApp(kind, {
        deps: { requestsPerMinute: Infinity, logStream: { write: (line) => logged.push(line) } },
      });
      const origin = await service.app.listen({ host: '127.0.0.1', port: 0 });
      const http = httpCaller(origin);
      onTestFinished(async () => {
        http.close();
        await service.close();
      });
      const calls = await endpointCalls(service);
      const requests = malformedRequests(calls, seed, variety);
      const wrong: string[] = [];
      const send = async (share: number): Promise<number> => {
        for (let left = Math.ceil((count * share) / concurrent); left > 0; left -= 1) {
          const error = await errorOf(http, origin, requests.next().value);
          if (error !== undefined) wrong.push(`${error}\n${logged.at(-1)}`);
          if (wrong.length > 20) break;
        }
        return 0;
      };
      const sendAll = async (share: number) =>
        Promise.all(Array.from({ length: concurrent }, async () => send(share)));

      await sendAll(0.3);
      const before = usedMemory();
      await sendAll(0.7);
      expect(wrong).toEqual([]);
      expect(usedMemory() - before).toBeLessThan(maxGrowth);
      for (const call of calls.filter(isList)) {
        const { path, credentials: headers } = call;
        expect([call.name, (await http.call({ method: 'GET', path, headers })).statusCode]).toEqual(
          [call.name, 200],
        );
      }
    },
  );
});

const isList = ({ endpoint }: EndpointCall) =>
  ['listLeads', 'listDeals', 'readHome', 'readSession', 'listChanges'].includes(endpoint.id);

/**
 * Returns what is wrong with the response to a request, and the request; undefined if nothing is.
 */
async function errorOf(
  http: HttpCaller,
  origin: string,
  request: MalformedRequest | undefined,
): Promise<string | undefined> {
  if (request?.kind === 'bytes') {
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(await sendBytes(origin, request.bytes))?.[1]);
    return status >= 500 ? `${status} for ${request.bytes.toString('latin1')}` : undefined;
  }
  if (request === undefined) return undefined;
  const { call } = request;
  // A request can be wrong in a way in which the client sends none.
  const response = await http.call(call).catch((error: unknown) => String(error));
  if (typeof response === 'string') return /ECONNREFUSED/.test(response) ? response : undefined;
  const error = response.statusCode < 500 ? failureError(response) : response.body;
  return error && `${call.method} ${call.path} ${call.body?.toString().slice(0, 500)}: ${error}`;
}

/**
 * Sends bytes over a connection of their own. Returns what the service sends until it is closed.
 */
async function sendBytes(origin: string, bytes: Buffer): Promise<string> {
  const { port, hostname } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.end(bytes);
  return text(socket).catch(() => '');
}

/** Returns the memory in use, in bytes, after a garbage collection. */
function usedMemory(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}
