import type { FastifyInstance } from 'fastify';

import { type Person, personOf } from './people.ts';

/** A request that reached the stand-in, whatever became of it. */
export interface LoggedRequest {
  readonly method: string;
  /** Path and query, as they came. */
  readonly url: string;
  /** Whose token it carried; null: none that is known. */
  readonly person: string | null;
  /** By name in small letters, without `authorization`. */
  readonly headers: Readonly<Record<string, string>>;
  /** What it was answered; null: nothing yet, or the answer was dropped. */
  status: number | null;
}

/** Logs every request, found or not, in the order they begin. */
export function addRequestLog(
  app: FastifyInstance,
  people: readonly Person[],
  log: LoggedRequest[],
): void {
  app.addHook('onRequest', async (request, reply) => {
    const { authorization, ...headers } = request.headers;
    const entry: LoggedRequest = {
      method: request.method,
      url: request.url,
      person: personOf(people, authorization)?.name ?? null,
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, String(value)]),
      ),
      status: null,
    };
    log.push(entry);
    reply.raw.once('finish', () => {
      entry.status = reply.statusCode;
    });
  });
}
