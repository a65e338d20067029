import type { FastifyInstance } from 'fastify';

import { type Person, findPerson } from './records/people.ts';

/** A request that reached the stand-in, whatever its result. */
export interface LoggedRequest {
  readonly method: string;
  /** Path and query, as received. */
  readonly url: string;
  /** The name of the person whose token the request has; null: no known token. */
  readonly person: string | null;
  /** By name in lower case, without `authorization`. */
  readonly headers: Readonly<Record<string, string>>;
  /** The response’s status; null: no response yet, or the response was dropped. */
  status: number | null;
}

/** Logs every request, found or not, in order of arrival. */
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
      person: findPerson(people, authorization)?.name ?? null,
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
