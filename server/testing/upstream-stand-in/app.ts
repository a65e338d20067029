import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';

import { addFailureHooks } from './failure-hooks.ts';
import type { FailureModes } from './failure-modes.ts';
import { addOperations, type Service } from './operations.ts';
import { type Person, findPerson } from './records/people.ts';
import { StandInError } from './records/stand-in-error.ts';
import { addRequestLog, type LoggedRequest } from './request-log.ts';

/** Dependencies of the app. */
export interface AppParts {
  readonly service: Service;
  readonly failureModes: FailureModes;
  readonly log: LoggedRequest[];
}

/** Builds the service over HTTP. The app does not listen yet. */
export async function buildStandIn(parts: AppParts): Promise<FastifyInstance> {
  const { service, failureModes, log } = parts;
  const app = fastify({ forceCloseConnections: true, exposeHeadRoutes: false });
  sendErrors(app);
  addRequestLog(app, service.people, log);
  addFailureHooks(app, failureModes);
  addAuthentication(app, service.people);
  app.addHook('onRequest', async (request) => requireContentType(request));
  // The specification shows no limit.
  await app.register(multipart, { limits: { fileSize: Infinity, parts: Infinity } });
  await app.register(async (scope) => addOperations(scope, service), { prefix: '/api/v1' });
  return app;
}

/**
 * Makes every failure `{error: string}`, the shape that the specification shows for 400. A status
 * that the specification does not show becomes 400, though HTTP has a more exact one.
 */
function sendErrors(app: FastifyInstance): void {
  app.setNotFoundHandler(() => {
    throw new StandInError(404, 'There is no such resource.');
  });
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const isClients = (error.statusCode ?? 500) < 500;
    const status = error instanceof StandInError ? error.status : isClients ? 400 : 500;
    return reply.code(status).send({ error: error.message });
  });
}

function addAuthentication(app: FastifyInstance, people: readonly Person[]): void {
  app.decorateRequest('person', null);
  app.addHook('onRequest', async (request) => {
    const person = findPerson(people, request.headers.authorization);
    if (!person) throw new StandInError(401, 'A valid API token is needed.');
    request.setDecorator('person', person);
  });
}

/**
 * Rejects requests without a Content-Type. “Requests send the header Content-Type”, also those
 * without a body (Authentication, 3).
 */
function requireContentType({ headers }: FastifyRequest): void {
  if (!/^(application\/json|multipart\/form-data)\b/.test(headers['content-type'] ?? ''))
    throw new StandInError(400, 'Content-Type is not application/json.');
}
