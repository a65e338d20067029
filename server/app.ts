import type { Server } from 'node:http';

import cookie from '@fastify/cookie';
import fastify, { type FastifyInstance } from 'fastify';

import { addAuditHooks } from './audit/audit-hooks.ts';
import { recordAction } from './audit/audit.store.ts';
import { addAccessCheck, addAuthentication } from './auth/authentication.ts';
import { addDemoGuard } from './auth/demo-guard.ts';
import { getOrigin } from './auth/origin.ts';
import { getPublicUrl } from './config/config.ts';
import { DatabaseClock } from './db/database-clock.ts';
import { newId } from './db/ids.ts';
import { serveDocuments } from './documents/documents.ts';
import { addClientAddresses } from './http/client-addresses.ts';
import { addCompression } from './http/compression.ts';
import { rejectCompressedBodies } from './http/content-encoding.ts';
import { sendError, handleErrors, isPageRequest, ResponseLog } from './http/errors.ts';
import { type IndexPage, readIndexPage } from './http/index-page.ts';
import { addLoadShedding } from './http/load-shedding.ts';
import {
  addArrivalLimit,
  addSameOriginCheck,
  headerTimes,
  rejectMalformedRequest,
} from './http/malformed-requests.ts';
import { leaveBodiesUnparsed } from './http/parsing.ts';
import { makeNotFoundPage, servePortal } from './http/portal-files.ts';
import { addRateLimit, generousLimit } from './http/rate-limits.ts';
import { addSecurityHeaders, securityHeaders } from './http/security-headers.ts';
import { addShownTexts } from './http/shown-texts.ts';
import { readTls } from './http/tls.ts';
import { scheduleEveryMinute } from './jobs/scheduled-jobs.ts';
import { liveMetrics } from './live/live.routes.ts';
import { logOutages } from './monitoring/log-outages.ts';
import { addMonitoring } from './monitoring/monitoring.ts';
import { addOperatorScope } from './operator/operator.policy.ts';
import { addRoutes, type RouteDeps } from './routes.ts';
import { scannedFiles } from './scanning/scanner.ts';
import { addTracing } from './tracing/tracing.ts';
import { maxRecordIdLength } from './upstream/client/upstream-paths.ts';
import { upstreamRequests } from './upstream/client/upstream.client.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The origin at which people reach the portal, without a final slash. */
    publicUrl: string;
  }
}

/** Dependencies of the app. */
export interface AppDeps extends Omit<RouteDeps, 'now'> {
  /** For tests, a clock instead of the database’s. */
  readonly now?: () => Date;
  /** The built portal; without this folder, only the endpoints are served. */
  readonly portalFolder?: string;
  /** Per caller; Infinity to measure the speed itself. */
  readonly requestsPerMinute?: number;
  /** How many requests are served at the same time. */
  readonly servedAtOnce?: number;
  /** How long a body may take to arrive, in milliseconds; a shorter time for tests. */
  readonly arrivalMs?: number;
  /** Takes the log of failures; omitted: none is written. */
  readonly logStream?: { write(line: string): void };
  /** Whether each request is logged as well. */
  readonly logsRequests?: boolean;
}

/**
 * Builds the service: every plugin and every route, in the order in which they apply. The app does
 * not listen yet.
 */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, database, secrets, portalFolder: folder } = deps;
  const { brand } = config;
  const page = folder === undefined ? undefined : await readIndexPage(folder, brand);
  const app = await createApp(deps, page);
  logOutages(app, database.outages);
  const clock = await DatabaseClock.of(database.db);
  scheduleEveryMinute(app, 'read the time of the database', async () => clock.follow());
  const { now = clock.now } = deps;

  addTracing(app);
  addMonitoring(app, {
    pool: database.pool,
    metricsToken: config.metricsToken,
    others: [scannedFiles, ...Object.values(liveMetrics), upstreamRequests],
  });
  addLoadShedding(app, deps.servedAtOnce);
  addArrivalLimit(app, deps.arrivalMs);
  if (config.demo) addDemoGuard(app);
  addSameOriginCheck(app);
  addGracefulClose(app);
  addShownTexts(app);
  addDate(app, now);
  addCompression(app);
  leaveBodiesUnparsed(app);
  rejectCompressedBodies(app);
  await app.register(cookie);
  addAuthentication(app, {
    pool: database.pool,
    secrets,
    now,
    onNewAddress: async (caller, request, id) =>
      recordAction(database.db, {
        ...getOrigin(caller, request),
        action: 'key-new-address',
        subject: { type: 'api-key', id },
      }),
  });
  await addRateLimit(app, deps.requestsPerMinute ?? generousLimit);
  addAuditHooks(app, { db: database.db, now });
  addAccessCheck(app);
  addOperatorScope(app, database.db);

  await addRoutes(app, { ...deps, now });
  if (folder !== undefined && page) {
    const files = { folder, page, ...brand };
    const serverRendered = await serveDocuments(app, files, now);
    await servePortal(app, files, serverRendered);
  }
  return app;
}

/** Creates the app with its security headers and its error responses. */
async function createApp({ config, logStream, ...deps }: AppDeps, page: IndexPage | undefined) {
  const isHttps = config.publicUrl?.startsWith('https:') ?? false;
  const headers = securityHeaders(isHttps, page?.text);
  const notFoundPage = page && makeNotFoundPage(page.text);
  const { tls } = config;
  const https = tls && { https: { ...headerTimes, ...(await readTls(tls)) } };
  const app: FastifyInstance = fastify<Server>({
    trustProxy: config.trustProxy,
    // By their route: a URL can contain what somebody searched for.
    logger: logStream ? { level: deps.logsRequests ? 'info' : 'warn', stream: logStream } : false,
    logController: new ResponseLog(),
    return503OnClosing: false,
    // Errors before a route is found skip the hooks.
    frameworkErrors: (error, request, reply) => {
      if (notFoundPage && isPageRequest(request)) notFoundPage(reply.headers(headers.page));
      else sendError(error, request, reply.headers(headers.data));
    },
    clientErrorHandler: rejectMalformedRequest,
    http: headerTimes,
    ...https,
    // Random, so that it reveals nothing, and no other process has the same.
    genReqId: () => newId().slice(0, 12),
    ...(config.upstream && { routerOptions: { maxParamLength: maxRecordIdLength } }),
  });
  app.decorate('isHttps', isHttps);
  let publicUrl = getPublicUrl(config);
  // The system chooses the port for `PORT=0`.
  app.server.once('listening', () => {
    const address = app.server.address();
    if (typeof address === 'object') publicUrl = getPublicUrl(config, address?.port);
  });
  app.decorate('publicUrl', { getter: () => publicUrl });
  if (config.trustProxy !== false) addClientAddresses(app);
  addSecurityHeaders(app, headers);
  handleErrors(app, notFoundPage);
  return app;
}

/**
 * Makes responses close their connection while the app closes. Otherwise a keep-alive connection
 * that was busy when closing began would block the process for the whole keep-alive time.
 */
function addGracefulClose(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done(null, payload);
  });
}

/** Sets `Date`, by which a browser reads the other times of a response. */
function addDate(app: FastifyInstance, now: () => Date): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    reply.header('date', now().toUTCString());
    done(null, payload);
  });
}
