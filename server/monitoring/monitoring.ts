import { finished } from 'node:stream';

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

import { hashToken } from '#server/auth/secrets.ts';
import { isLoopback } from '#server/config/config.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { unknownAddress } from '#server/http/errors.ts';
import { scannedFiles } from '#server/scanning/scanner.ts';

/** How long the database may take until a process counts as not ready, in milliseconds. */
const readyWithinMs = 2_000;

interface MonitoringDeps {
  readonly pool: pg.Pool;
  /** Whoever sends it may read the metrics; null: only this machine may. */
  readonly metricsToken: string | null;
}

/**
 * Serves what tells an operator how the process is: `/healthz` (it responds, whatever the database
 * does), `/readyz` (503 while the database does not respond), and `/metrics` for Prometheus. Logs
 * one line for each request: its id, route, status, duration and account, and nothing of what it
 * says.
 */
export function addMonitoring(app: FastifyInstance, { pool, metricsToken }: MonitoringDeps): void {
  const metrics = requestMetrics(pool);
  app.addHook('onRequest', (request, reply, done) => {
    const route = readRoute(request);
    metrics.begin(route);
    // Also when the client leaves, which no hook of the framework tells.
    finished(reply.raw, () => {
      const { statusCode: status, elapsedTime } = reply;
      metrics.end(route, status, elapsedTime / 1_000);
      request.log.info(
        {
          requestId: request.id,
          route: `${route.method} ${route.route}`,
          status,
          ms: Math.round(elapsedTime),
          accountId: request.caller?.accountId,
        },
        'request',
      );
    });
    done();
  });
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    await checkDatabase(pool);
    return { status: 'ready' };
  });
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, metricsToken)) throw new ApiError(...unknownAddress);
    const { type, text } = await metrics.read();
    return reply.type(type).send(text);
  });
}

/** Returns the method and the route of a request: an address holds ids and words of a search. */
function readRoute({ method, routeOptions }: FastifyRequest) {
  return { method, route: routeOptions.url ?? 'unknown' };
}

async function checkDatabase(pool: pg.Pool): Promise<void> {
  const late = new Promise<never>((_resolve, reject) =>
    setTimeout(reject, readyWithinMs, new Error('late')).unref(),
  );
  try {
    await Promise.race([pool.query('select'), late]);
  } catch {
    throw new ApiError('service-busy', 'The database does not respond.', {
      retryAfter: 2,
    });
  }
}

/** Returns whether a request has the token or, without one set, comes from this machine itself. */
function mayRead({ headers, ip }: FastifyRequest, token: string | null): boolean {
  // A proxy on this machine says for whom it asks.
  if (token === null) return isLoopback(ip) && headers['x-forwarded-for'] === undefined;
  // By their hashes: the time of comparing them says nothing of the token.
  return hashToken(headers.authorization ?? '') === hashToken(`Bearer ${token}`);
}

interface Route {
  readonly method: string;
  readonly route: string;
}

/**
 * Returns the metrics of this process: of the process itself (memory, event loop, handles), the
 * pool of connections, scanned files, and requests by route, whose open ones include streams of
 * changes and uploads.
 */
function requestMetrics(pool: pg.Pool) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  registry.registerMetric(scannedFiles);
  const registers = [registry];
  const open = new Gauge({
    name: 'portal_http_requests_open',
    help: 'Requests that are being served, by route',
    labelNames: ['method', 'route'],
    registers,
  });
  const durations = new Histogram({
    name: 'portal_http_request_seconds',
    help: 'Duration of requests, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const connections = new Gauge({
    name: 'portal_database_connections',
    help: 'Connections of the pool in use and idle, and queries that wait for one',
    labelNames: ['state'],
    registers,
  });
  return {
    /** The type and the text of the metrics as Prometheus reads them. */
    async read() {
      connections.set({ state: 'used' }, pool.totalCount - pool.idleCount);
      connections.set({ state: 'idle' }, pool.idleCount);
      connections.set({ state: 'waiting' }, pool.waitingCount);
      return { type: registry.contentType, text: await registry.metrics() };
    },
    /** Counts a request that begins. */
    begin(route: Route): void {
      open.inc({ ...route });
    },
    /** Counts a request that has ended, with its duration in seconds. */
    end(route: Route, status: number, seconds: number): void {
      open.dec({ ...route });
      durations.observe({ ...route, status }, seconds);
    },
  };
}
