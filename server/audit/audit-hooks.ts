import type { FastifyInstance, FastifyRequest } from 'fastify';

import { getOrigin } from '#server/auth/origin.ts';
import type { Db } from '#server/db/connect.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { logFailure } from '#server/errors/log-failure.ts';
import { clientNetwork } from '#server/http/client-network.ts';
import { RecentActions } from '#server/jobs/recent-actions.ts';

import { recordAction } from './audit.store.ts';

/** Records what support reads of single records and files, and requests that are refused. */
export function addAuditHooks(app: FastifyInstance, { db, now }: { db: Db; now: () => Date }) {
  const recent = new RecentActions(now);
  /** Entries being written: a second request for the same record waits for its entry. */
  const recording = new Map<string, Promise<void>>();

  app.addHook('onSend', async (request, reply, payload) => {
    const { caller } = request;
    const subject = readSubject(request);
    if (caller?.role !== 'support' || !subject || reply.statusCode !== 200) return payload;
    const key = `${caller.accountId} ${subject.type} ${subject.id}`;
    if (recent.has(key)) return payload;
    const action = { ...getOrigin(caller, request), action: 'record-read', subject } as const;
    const recorded =
      recording.get(key) ??
      recordAction(db, action)
        .then(() => recent.add(key))
        .finally(() => recording.delete(key));
    recording.set(key, recorded);
    // Without its entry, nothing is read.
    await recorded;
    return payload;
  });

  app.addHook('onError', async (request, _reply, error) => {
    const caller = request.caller ?? request.operator;
    const { url, config } = request.routeOptions;
    if (!(error instanceof ApiError) || !config.endpoint || !isRecorded(error, caller)) return;
    const origin = getOrigin(caller, request);
    const route = `${request.method} ${url}`;
    const key = `${caller ? `${origin.actor.id} ${route}` : clientNetwork(request.ip)} ${error.code}`;
    if (recent.has(key)) return;
    recent.add(key);
    const denied = { action: 'access-denied', details: { route, code: error.code } } as const;
    await recordAction(db, { ...origin, ...denied }).catch((failure: unknown) =>
      logFailure(request.log, failure, 'denied request not recorded', { level: 'error' }),
    );
  });
}

/** Actions that are recorded for unknown callers too: they may be attacks. */
const attempts: ReadonlySet<string> = new Set([
  'cross-site-request',
  'invalid-token',
  'link-expired',
  'too-many-failed-attempts',
  'too-many-requests',
  'wrong-password',
]);

function isRecorded({ status, code }: ApiError, caller: object | null): boolean {
  const isDenied = status === 403 && caller !== null && code !== 'password-confirmation-required';
  return isDenied || attempts.has(code);
}

/** Returns the record or file that a request reads. */
function readSubject({ method, params, routeOptions }: FastifyRequest) {
  const path = routeOptions.config.endpoint?.path ?? '';
  const [, type] = /^\/(?:api\/v1|portal)\/(lead|deal|attachment)s?\/:id/.exec(path) ?? [];
  const { id }: { id?: string } = Object(params);
  return type !== undefined && id !== undefined && method === 'GET' ? { type, id } : undefined;
}
