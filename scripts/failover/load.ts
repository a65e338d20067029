import { setTimeout as wait } from 'node:timers/promises';

import * as z from 'zod/mini';

import { type HttpCaller, httpCaller } from '#server/testing/http-calls.ts';
import { submitLead } from '#server/testing/leads/lead-load.ts';
import type { Person } from '#server/testing/people.ts';

/** What a client saw of a request. */
interface Outcome {
  readonly at: number;
  /** The status, or the code of the error with which the connection ended. */
  readonly what: string;
  /** Whether the client may see this: a success, to try again later, or a cut connection. */
  readonly isFit: boolean;
}

/** Clients that write leads, and others that read lists, without end. */
export interface Load {
  /** The id of the lead of each acknowledged key. */
  readonly acknowledged: ReadonlyMap<string, string>;
  /** When each was acknowledged, in milliseconds since this process began. */
  readonly acknowledgedAt: readonly number[];
  /** Everything that clients saw, of writes and reads. */
  readonly outcomes: readonly Outcome[];
  /** Lets each client finish its request, until it is acknowledged; rejects after a minute. */
  readonly stop: () => Promise<void>;
}

const created = z.object({ id: z.string() });

/** How long a client waits before it sends a request again, and between two, in milliseconds. */
const pauses = { again: 250, next: 20 };

/**
 * Starts clients: each person writes one lead after the other, each with an `Idempotency-Key`, and
 * sends the same again until it is acknowledged; and reads a list as often.
 */
export function startLoad(origin: string, people: readonly Person[]): Load {
  const acknowledged = new Map<string, string>();
  const acknowledgedAt: number[] = [];
  const outcomes: Outcome[] = [];
  const stopping = new AbortController();
  const http = httpCaller(origin);

  const attempt = async (send: () => ReturnType<HttpCaller['call']>) => {
    const response = await send().catch((error: NodeJS.ErrnoException) => error.code ?? 'cut off');
    const at = performance.now();
    if (typeof response === 'string') {
      outcomes.push({ at, what: response, isFit: response === 'ECONNRESET' });
      return undefined;
    }
    const { statusCode, headers } = response;
    const mayRetry = statusCode === 503 && Number(headers['retry-after']) > 0;
    outcomes.push({ at, what: String(statusCode), isFit: statusCode === 200 || mayRetry });
    return statusCode === 200 ? response : undefined;
  };

  const write = async (person: Person, writer: number) => {
    for (let count = 0; !stopping.signal.aborted; count += 1) {
      const key = `${writer}-${count}`;
      let response = await attempt(async () => submitLead(http, person, key));
      while (!response) {
        await wait(pauses.again);
        response = await attempt(async () => submitLead(http, person, key));
      }
      acknowledged.set(key, created.parse(JSON.parse(response.body)).id);
      acknowledgedAt.push(performance.now());
      await wait(pauses.next);
    }
  };
  const read = async ({ bearer: headers }: Person) => {
    while (!stopping.signal.aborted) {
      const list = { method: 'GET', path: '/api/v1/lead?pageSize=20', headers };
      const response = await attempt(async () => http.call(list));
      await wait(response ? 5 * pauses.next : pauses.again);
    }
  };
  const clients = people.flatMap((person, at) => [write(person, at), read(person)]);
  return {
    acknowledged,
    acknowledgedAt,
    outcomes,
    stop: async () => {
      stopping.abort();
      const all = Promise.all(clients);
      const late = wait(60_000, 'late' as const, { ref: false });
      const isLate = (await Promise.race([all, late])) === 'late';
      http.close();
      if (isLate) throw new Error('A minute after the last failure a write is not acknowledged.');
    },
  };
}
