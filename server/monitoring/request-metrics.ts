import type pg from 'pg';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

import { scannedFiles } from '#server/scanning/scanner.ts';

interface Route {
  readonly method: string;
  readonly route: string;
}

/**
 * Returns the metrics of this process: of the process itself (memory, event loop, handles), the
 * pool of connections, scanned files, and requests by route, whose open ones include streams of
 * changes and uploads.
 */
export function requestMetrics(pool: pg.Pool) {
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
