import { finished } from 'node:stream';

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { collectDefaultMetrics, Gauge, Histogram, type Metric, Registry } from 'prom-client';

import { isOfThisMachine } from '#server/auth/demo-guard.ts';
import { hashToken } from '#server/auth/tokens.ts';
import { isLoopback } from '#server/config/config.ts';
import { serviceName } from '#server/config/service-name.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { unknownAddress } from '#server/http/errors.ts';

import { assertResponsive, countWork } from './monitoring.store.ts';

interface MonitoringDeps {
  readonly pool: pg.Pool;
  /** Whoever sends it may read the metrics; null: only this machine may. */
  readonly metricsToken: string | null;
  /** What other parts of this process count. */
  readonly others: readonly Metric[];
}

/**
 * Serves the state of the process to operators: `/healthz` (it responds, whatever the database
 * does, and says that it is the portal), `/readyz` (503 while the database does not respond), and
 * `/metrics` for Prometheus. Logs one line for each request: its id, route, status, duration and
 * account, and nothing of its content.
 */
export function addMonitoring(app: FastifyInstance, deps: MonitoringDeps): void {
  const { pool, metricsToken } = deps;
  const metrics = requestMetrics(deps);
  app.addHook('onRequest', (request, reply, done) => {
    const route = readRoute(request);
    metrics.begin(route);
    // Also when the client disconnects, for which the framework has no hook.
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
  app.get('/healthz', async () => ({ status: 'ok', service: serviceName }));
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
  try {
    await assertResponsive(pool);
  } catch {
    throw new ApiError('service-busy', 'The database does not respond.', { retryAfter: 2 });
  }
}

/** Returns whether a request has the token or, without one set, comes from this machine itself. */
function mayRead(request: FastifyRequest, token: string | null): boolean {
  if (token === null) return isLoopback(request.ip) && isOfThisMachine(request);
  // By their hashes: the time of comparing them reveals nothing of the token.
  return hashToken(request.headers.authorization ?? '') === hashToken(`Bearer ${token}`);
}

interface Route {
  readonly method: string;
  readonly route: string;
}

/**
 * Returns the metrics of this process: of the process itself (memory, event loop, handles), the
 * pool of connections, what the database counts, what other parts count, and requests by route,
 * whose open ones include streams of changes and uploads.
 */
function requestMetrics({ pool, others }: MonitoringDeps) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const other of others) registry.registerMetric(other);
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
  const counts = new Gauge({
    name: 'portal_database_counts',
    help: 'What the database counts; nothing while it does not respond',
    labelNames: ['what'],
    registers,
  });
  return {
    /** The type and the text of the metrics as Prometheus reads them. */
    async read() {
      connections.set({ state: 'used' }, pool.totalCount - pool.idleCount);
      connections.set({ state: 'idle' }, pool.idleCount);
      connections.set({ state: 'waiting' }, pool.waitingCount);
      counts.reset();
      const counted = countWork(pool);
      const { rows } = await counted.catch(() => ({ rows: [] }));
      for (const { what, count } of rows) counts.set({ what }, Number(count));
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
