import type { Server } from 'node:http';

import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance, LogController } from 'fastify';

import { forgetOldFailures } from './accounts/failed-attempts.store.ts';
import { forgetOldBrowsers } from './accounts/known-browsers.store.ts';
import { passwordRoutes } from './accounts/passwords.routes.ts';
import { sessionRoutes } from './accounts/sessions.routes.ts';
import { apiKeyRoutes } from './api-keys/api-keys.routes.ts';
import { peopleRoutes } from './api-keys/people.routes.ts';
import { attachmentRoutes } from './attachments/attachments.routes.ts';
import { addAccessCheck, addAuthentication } from './auth/authentication.ts';
import { addDemoGuard } from './auth/demo-guard.ts';
import type { Secrets } from './auth/secrets.ts';
import { bulkUploadFileRoutes } from './bulk-uploads/routes/bulk-upload-files.routes.ts';
import { bulkUploadRoutes } from './bulk-uploads/routes/bulk-uploads.routes.ts';
import { rememberedChoicesRoutes } from './bulk-uploads/routes/remembered-choices.routes.ts';
import type { RowForwarding } from './bulk-uploads/upstream/row-forwarding.ts';
import { SendThrottle } from './bulk-uploads/upstream/send-throttle.ts';
import { type Config, filesFolder, publicUrlOf, type UpstreamConfig } from './config/config.ts';
import type { Database } from './db/connect.ts';
import { newId } from './db/ids.ts';
import { dealsBoardRoutes } from './deals-board/board.routes.ts';
import { dealRoutes } from './deals/deals.routes.ts';
import { draftRoutes } from './drafts/drafts.routes.ts';
import { feedRoutes } from './feed/feed.routes.ts';
import { folderStore } from './files/folder-store.ts';
import { historyRoutes } from './history/history.routes.ts';
import { homeRoutes } from './home/home.routes.ts';
import { addCompression } from './http/compression.ts';
import { addGracefulClose, listeningPort } from './http/connections.ts';
import { sendError, handleErrors, isPageRequest } from './http/errors.ts';
import { rejectMalformedRequest } from './http/malformed-requests.ts';
import { leaveBodiesUnparsed } from './http/parsing.ts';
import { notFoundPageOf, readPage, servePortal } from './http/portal-files.ts';
import { addRateLimit, generousLimit } from './http/rate-limits.ts';
import { addSameOriginCheck } from './http/same-origin.ts';
import { addSecurityHeaders, securityHeaders } from './http/security-headers.ts';
import { deleteOldKeys } from './idempotency/idempotency.store.ts';
import { scheduleHourly } from './jobs/scheduled-jobs.ts';
import { clientLinks, leadLinks } from './leads/lead-links.ts';
import { leadRoutes } from './leads/leads.routes.ts';
import { liveRoutes } from './live/live.routes.ts';
import { openApiRoutes } from './openapi/openapi.routes.ts';
import { operatorApi } from './openapi/operator-api.ts';
import { partnerApi } from './openapi/partner-api.ts';
import { operatorRoutes } from './operator/operator.routes.ts';
import { partnerRoutes } from './partners/partners.routes.ts';
import { maxRecordIdLength } from './upstream/client/upstream-paths.ts';
import {
  type Timeouts,
  type UpstreamClient,
  upstreamClient,
} from './upstream/client/upstream.client.ts';
import { deleteOldSentLeads } from './upstream/leads/sent-leads.store.ts';
import { upstreamRoutes } from './upstream/requests/upstream.routes.ts';
import {
  type UpstreamCapabilities,
  upstreamCapabilities,
} from './upstream/status/upstream-capabilities.ts';
import { upstreamStatus } from './upstream/status/upstream-status.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The origin at which people reach the portal, without a final slash. */
    publicUrl: string;
  }
}

/** Dependencies of the app. */
export interface AppDeps {
  readonly config: Config;
  readonly database: Database;
  readonly secrets: Secrets;
  /** The built portal; without this folder, only the endpoints are served. */
  readonly portalFolder?: string;
  /** Per caller; Infinity to measure the speed itself. */
  readonly requestsPerMinute?: number;
  /** The clock for failed attempts; defaults to the system’s. */
  readonly now?: () => Date;
  /** Timeouts of requests to the upstream service; defaults to those of its client. */
  readonly upstreamTimeouts?: Timeouts;
  /** Where failures are logged; omitted: nowhere. */
  readonly logStream?: { write(line: string): void };
}

/**
 * Builds the service: every plugin and every route, in the order in which they apply. The app does
 * not listen yet.
 */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, database, secrets } = deps;
  const app = await createApp(deps);

  if (config.demo) addDemoGuard(app);
  addSameOriginCheck(app);
  addGracefulClose(app);
  addCompression(app);
  leaveBodiesUnparsed(app);
  await app.register(cookie);
  addAuthentication(app, { pool: database.pool, secrets });
  const limit = deps.requestsPerMinute ?? generousLimit;
  if (limit < Infinity) await addRateLimit(app, limit);
  addAccessCheck(app);

  await addRoutes(app, deps);
  if (deps.portalFolder !== undefined) await servePortal(app, deps.portalFolder);
  return app;
}

/** Registers every endpoint and scheduled job. */
async function addRoutes(app: FastifyInstance, deps: AppDeps): Promise<void> {
  const { config, database, secrets } = deps;
  const { db } = database;
  const capabilities =
    config.upstream && capabilitiesOf(app, config.upstream, deps.upstreamTimeouts);
  const statusOf = capabilities && upstreamStatus({ db, secrets }, capabilities);
  const now = deps.now ?? (() => new Date());
  sessionRoutes(app, { db, secrets, now, config, statusOf });
  passwordRoutes(app, { db, now });
  const upstream = capabilities?.client ?? null;
  apiKeyRoutes(app, { db, secrets, upstream });
  peopleRoutes(app, { db, secrets, upstream });
  partnerRoutes(app, { db });
  draftRoutes(app, { db });
  scheduleHourly(app, 'delete old failed attempts', async () => forgetOldFailures(db, now()));
  scheduleHourly(app, 'delete old known browsers', async () => forgetOldBrowsers(db, now()));
  scheduleHourly(app, 'delete old idempotency keys', async () => deleteOldKeys(db));
  scheduleHourly(app, 'delete old sent leads', async () => deleteOldSentLeads(db));
  if (capabilities)
    await app.register(async (scope) =>
      upstreamRoutes(scope, {
        keys: { db, secrets, upstreamName: capabilities.client.config.name },
        capabilities,
      }),
    );
  else await ownRecordRoutes(app, deps);
  const linksOf = clientLinks(config);
  bulkUploadRoutes(app, { db, linksOf, upstream: upstream && rowForwarding(app, deps, upstream) });
  bulkUploadFileRoutes(app, { db, linksOf });
  rememberedChoicesRoutes(app, { db });
  openApiRoutes(app, partnerApi);
}

/** Registers leads, deals, attachments and the operator’s side, stored by this service itself. */
async function ownRecordRoutes(app: FastifyInstance, deps: AppDeps): Promise<void> {
  const { config, database, now = () => new Date() } = deps;
  dealRoutes(app, database);
  dealsBoardRoutes(app, database);
  leadRoutes(app, database, config);
  const linksOf = (leadId: string) => leadLinks(config, app.publicUrl)(leadId);
  operatorRoutes(app, { database, linksOf });
  openApiRoutes(app, operatorApi);
  historyRoutes(app, database.db);
  feedRoutes(app, database);
  liveRoutes(app, database);
  homeRoutes(app, { db: database.db, now });
  // In a separate scope: the multipart parser would otherwise add cost to every request.
  await app.register(async (scope) => {
    await scope.register(multipart, { throwFileSizeLimit: false });
    attachmentRoutes(scope, { db: database.db, files: folderStore(filesFolder(config)) });
  });
}

/**
 * Returns what bulk uploads need to forward rows to the upstream service. Forwarding stops when the
 * app begins to close.
 */
function rowForwarding(
  app: FastifyInstance,
  { database: { db }, secrets }: AppDeps,
  client: UpstreamClient,
): RowForwarding {
  const throttle = new SendThrottle();
  app.addHook('preClose', async () => throttle.close());
  return { db, secrets, upstreamName: client.config.name, client, throttle };
}

/**
 * Returns the upstream service’s client, with detection of that service’s capabilities. The client
 * closes with the app.
 */
function capabilitiesOf(
  app: FastifyInstance,
  upstream: UpstreamConfig,
  timeouts: Timeouts | undefined,
): UpstreamCapabilities {
  const client = upstreamClient(upstream, timeouts);
  app.addHook('onClose', async () => client.close());
  return upstreamCapabilities(client);
}

/** Creates the app with its security headers and its error responses. */
async function createApp({ config, logStream, portalFolder }: AppDeps): Promise<FastifyInstance> {
  const isHttps = config.publicUrl?.startsWith('https:') ?? false;
  const page = portalFolder === undefined ? undefined : await readPage(portalFolder);
  const headers = securityHeaders(isHttps, page);
  const notFoundPage = page === undefined ? undefined : notFoundPageOf(page);
  const app: FastifyInstance = fastify<Server>({
    trustProxy: config.trustProxy,
    // Only failures are logged, by their route: a URL can contain what somebody searched for.
    logger: logStream ? { level: 'warn', stream: logStream } : false,
    logController: new LogController({ disableRequestLogging: true }),
    return503OnClosing: false,
    // Errors before a route is found skip the hooks.
    frameworkErrors: (error, request, reply) => {
      if (notFoundPage && isPageRequest(request)) notFoundPage(reply.headers(headers.page));
      else sendError(error, request, reply.headers(headers.data));
    },
    clientErrorHandler: rejectMalformedRequest,
    // Ten minutes: enough for the largest upload over a slow line, and no connection stays open for
    // ever.
    requestTimeout: 600_000,
    genReqId: requestIds(),
    ...(config.upstream && { routerOptions: { maxParamLength: maxRecordIdLength } }),
  });
  app.decorate('isHttps', isHttps);
  app.decorate('publicUrl', { getter: () => publicUrlOf(config, listeningPort(app)) });
  addSecurityHeaders(app, headers);
  handleErrors(app, notFoundPage);
  return app;
}

/** Returns a generator of request ids that differ from those of other processes. */
function requestIds(): () => string {
  const run = newId().slice(0, 6);
  let count = 0;
  return () => `${run}-${(count += 1)}`;
}
