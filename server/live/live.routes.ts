import type { FastifyInstance } from 'fastify';

import { heartbeatMs } from '#contract/portal/live/live-stream.ts';
import { liveEndpoints } from '#contract/portal/live/live.ts';
import { filterOpenSessions } from '#server/auth/sessions.store.ts';
import type { Database } from '#server/db/connect.ts';
import { loggedFailure } from '#server/errors/logged-failure.ts';
import { route } from '#server/http/routes.ts';

import { openEventStream } from './event-stream.ts';
import { LiveHub, readLoggedChanges } from './live-hub.ts';

/** Registers the stream of changes. */
export function liveRoutes(app: FastifyInstance, database: Pick<Database, 'pool' | 'listen'>) {
  const hub = new LiveHub();
  let listening: Promise<unknown> | undefined;
  const listen = async () =>
    Promise.all([
      database.listen(
        'changes',
        (payload) => {
          const changes = readLoggedChanges(payload);
          if (changes) hub.publish(changes);
          else hub.publishGap();
        },
        () => hub.publishGap(),
      ),
      database.listen('session_ends', (id) =>
        hub.endStreams(({ sessionId, accountId }) => sessionId === id || accountId === id),
      ),
    ]);
  // A process that only runs tests, or never shows a page, needs no connection for this.
  const ensureListening = async () => (listening ??= listen());
  app.addHook('onListen', async () => void (await ensureListening()));

  // A session also ends by its time, which nobody notifies.
  const beat = async () => {
    hub.sendHeartbeat();
    const ids = hub.sessionIds();
    if (ids.length === 0) return;
    const open = await filterOpenSessions(database.pool, ids);
    hub.endStreams(({ sessionId }) => ids.includes(sessionId) && !open.has(sessionId));
  };
  const timer = setInterval(() => {
    beat().catch((error: unknown) => app.log.warn(loggedFailure(error), 'sessions not checked'));
  }, heartbeatMs).unref();
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
    clearInterval(timer);
    hub.close();
  });

  route(app, liveEndpoints.streamEvents, async ({ caller, query, request, reply }) => {
    await ensureListening();
    const remove = { current: () => {} };
    const stream = openEventStream(reply, () => remove.current());
    const afterId = request.headers['last-event-id'];
    if (request.method === 'HEAD' || isClosing) stream.end();
    else remove.current = hub.add(caller, stream, { ...query, afterId: [afterId].flat()[0] });
    return reply;
  });
}
