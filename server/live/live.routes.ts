import type { FastifyInstance, FastifyReply } from 'fastify';
import { Counter, Gauge } from 'prom-client';

import { heartbeatMs } from '#contract/portal/live/live-stream.ts';
import { liveEndpoints } from '#contract/portal/live/live.ts';
import { filterOpenSessions } from '#server/auth/sessions.store.ts';
import type { Database } from '#server/db/connect.ts';
import { logFailure } from '#server/errors/log-failure.ts';
import { route } from '#server/http/routes.ts';

import { type EventStream, heartbeat, LiveHub, readLoggedChanges } from './live-hub.ts';

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

  // A session also expires, which sends no notification.
  const beat = async () => {
    hub.sendHeartbeat();
    const ids = hub.sessionIds();
    if (ids.length === 0) return;
    const open = await filterOpenSessions(database.pool, ids);
    hub.endStreams(({ sessionId }) => ids.includes(sessionId) && !open.has(sessionId));
  };
  const timer = setInterval(() => {
    beat().catch((error: unknown) => logFailure(app.log, error, 'sessions not checked'));
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

/**
 * How much may wait for a reader, in bytes. A reader that is too slow is dropped: it reads again
 * once it has reconnected.
 */
const maxWaitingBytes = 65_536;

/** The open streams of this process, and the messages to their readers. */
export const liveMetrics = {
  streams: new Gauge({
    name: 'portal_live_streams',
    help: 'Open streams of changes',
    registers: [],
  }),
  events: new Counter({
    name: 'portal_live_events_total',
    help: 'Events sent to the readers of streams of changes',
    registers: [],
  }),
};

/** Begins a response of server-sent events. `onClose` is called once it has ended. */
export function openEventStream(reply: FastifyReply, onClose: () => void): EventStream {
  const { raw } = reply.hijack();
  liveMetrics.streams.inc();
  raw.once('close', onClose).once('close', () => liveMetrics.streams.dec());
  raw.writeHead(200, {
    ...definedHeaders(reply),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    // nginx would collect the events before it forwards them.
    'x-accel-buffering': 'no',
    connection: 'close',
  });
  return {
    send: (text) => {
      // Ended, but not yet closed: writing would be an error of the process.
      if (raw.writableEnded) return;
      if (raw.writableLength > maxWaitingBytes) raw.destroy();
      else raw.write(text);
      if (text !== heartbeat) liveMetrics.events.inc();
    },
    end: () => {
      if (raw.writableLength > 0) raw.destroy();
      else raw.end();
    },
  };
}

/** Returns the headers that every response has, which a hijacked reply would not send. */
function definedHeaders(reply: FastifyReply): Record<string, string | number | string[]> {
  return Object.fromEntries(
    Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
}
