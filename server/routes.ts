import multipart from '@fastify/multipart';
import { type FastifyInstance } from 'fastify';

import type { Role } from '#contract/endpoint.ts';

import { listColumnRoutes } from './accounts/list-columns.routes.ts';
import { ownAccountRoutes } from './accounts/own-account.routes.ts';
import { ownIdentityRoutes } from './accounts/own-identity.routes.ts';
import { passkeySignInRoutes } from './accounts/passkey-sign-in.routes.ts';
import { passwordRoutes } from './accounts/passwords.routes.ts';
import type { SessionSources } from './accounts/read-session.ts';
import { secondStepRoutes } from './accounts/second-step.routes.ts';
import { sessionRoutes } from './accounts/sessions.routes.ts';
import { signInRoutes } from './accounts/sign-in.routes.ts';
import { apiKeyRoutes } from './api-keys/api-keys.routes.ts';
import { namedKeyRoutes } from './api-keys/named-keys.routes.ts';
import { peopleRoutes } from './api-keys/people.routes.ts';
import { attachmentRoutes } from './attachments/attachments.routes.ts';
import { sweepUploads } from './attachments/sweep-uploads.ts';
import { auditRoutes, operatorAuditRoutes } from './audit/audit.routes.ts';
import type { Secrets } from './auth/secrets.ts';
import { bulkChangeRoutes } from './bulk-changes/bulk-changes.routes.ts';
import { bulkUploadFileRoutes } from './bulk-uploads/routes/bulk-upload-files.routes.ts';
import { bulkUploadRowRoutes } from './bulk-uploads/routes/bulk-upload-rows.routes.ts';
import { bulkUploadRoutes } from './bulk-uploads/routes/bulk-uploads.routes.ts';
import { rememberedChoicesRoutes } from './bulk-uploads/routes/remembered-choices.routes.ts';
import {
  type BatchTimeouts,
  batchTimeouts,
  type RowForwarding,
} from './bulk-uploads/upstream/row-forwarding.ts';
import { SendThrottle } from './bulk-uploads/upstream/send-throttle.ts';
import type { Config, UpstreamConfig } from './config/config.ts';
import type { Database } from './db/connect.ts';
import { dealRoutes } from './deals/deals.routes.ts';
import { scheduleDeletions } from './deletions.ts';
import { draftRoutes } from './drafts/drafts.routes.ts';
import { duplicateLeadRoutes } from './duplicate-leads/duplicate-leads.routes.ts';
import { scheduleRetention } from './erasure/retention.ts';
import { exportRoutes } from './exports/exports.routes.ts';
import { feedRoutes } from './feed/feed.routes.ts';
import type { FileStore } from './files/file-store.ts';
import { openFiles } from './files/open-files.ts';
import { followUpRoutes } from './follow-ups/follow-ups.routes.ts';
import { historyRoutes } from './history/history.routes.ts';
import { homeRoutes } from './home/home.routes.ts';
import { noticeRoutes } from './home/notices.routes.ts';
import { markerReader } from './home/read-markers.ts';
import { todoRoutes } from './home/todo.routes.ts';
import { unreadRoutes } from './home/unread.routes.ts';
import { providerSignInRoutes } from './identity-provider/provider-sign-in.routes.ts';
import { scheduleHourly } from './jobs/scheduled-jobs.ts';
import { brokerDetailRoutes } from './leads/broker-details.routes.ts';
import { findLastSubmitted, findLastSubmittedUpstream } from './leads/broker-details.store.ts';
import { clientLinks, leadLinks } from './leads/leads.presenter.ts';
import { leadRoutes } from './leads/leads.routes.ts';
import { liveRoutes } from './live/live.routes.ts';
import { type Mailer, openMailer } from './mail/mailer.ts';
import { integrationRoutes } from './managed-accounts/integrations.routes.ts';
import { invitationRoutes } from './managed-accounts/invitations.routes.ts';
import { managedAccountRoutes } from './managed-accounts/managed-accounts.routes.ts';
import { openApiRoutes } from './openapi/openapi.routes.ts';
import { operatorApi } from './openapi/operator-api.ts';
import { partnerApi } from './openapi/partner-api.ts';
import { batchRoutes } from './operator/batch.routes.ts';
import { operationRoutes } from './operator/operations.routes.ts';
import { operatorPartnerRoutes } from './operator/partners.routes.ts';
import { operatorQuestionRoutes } from './operator/questions.routes.ts';
import { operatorRecordRoutes } from './operator/records.routes.ts';
import { operatorRequestRoutes } from './operator/requests.routes.ts';
import { outcomeRoutes } from './outcomes/outcomes.routes.ts';
import { partnerRoutes } from './partners/partners.routes.ts';
import { questionRoutes } from './questions/questions.routes.ts';
import { scheduleTotals } from './records/list/schedule-totals.ts';
import { requestRoutes } from './requests/requests.routes.ts';
import { openScanner, type Scan } from './scanning/scanner.ts';
import { searchRoutes } from './search/search.routes.ts';
import { passkeyRoutes } from './second-factors/passkeys.routes.ts';
import { secondFactorRoutes } from './second-factors/second-factors.routes.ts';
import { type Downloads, openDownloads } from './spreadsheets/downloads.ts';
import { sendFilesRoutes } from './upload-links/send-files.routes.ts';
import { uploadLinkRoutes } from './upload-links/upload-links.routes.ts';
import {
  type Timeouts,
  type UpstreamClient,
  upstreamClient,
} from './upstream/client/upstream.client.ts';
import { upstreamHistoryRoutes } from './upstream/history/upstream-history.routes.ts';
import { logUpstreamErrors } from './upstream/requests/log-upstream-errors.ts';
import { upstreamReadRoutes } from './upstream/requests/upstream-reads.routes.ts';
import { upstreamWriteRoutes } from './upstream/requests/upstream-writes.routes.ts';
import {
  type UpstreamCapabilities,
  upstreamCapabilities,
  upstreamStatus,
} from './upstream/status/upstream-capabilities.ts';
import { viewRoutes } from './views/views.routes.ts';

/** Dependencies of the endpoints and scheduled jobs. */
export interface RouteDeps {
  readonly config: Config;
  readonly database: Database;
  readonly secrets: Secrets;
  /** The clock by which times are compared and stored: that of the database. */
  readonly now: () => Date;
  /** For tests, another store of attachments than the folder. */
  readonly files?: FileStore;
  /** Timeouts of requests to the upstream service; defaults to those of its client. */
  readonly upstreamTimeouts?: Timeouts;
  /** How long the parts of a batch of rows take there; longer times for tests. */
  readonly batchTimeouts?: BatchTimeouts;
}

/** Registers every endpoint, and the scheduled jobs. */
export async function addRoutes(app: FastifyInstance, deps: RouteDeps): Promise<void> {
  const { config, database, secrets, now } = deps;
  const { db } = database;
  const capabilities = config.upstream && getCapabilities(app, config.upstream, deps);
  const upstream = capabilities?.client ?? null;
  const mailer = openMailer(config, (failure, what) => app.log.warn(failure, what));
  app.addHook('onClose', async () => mailer.close());
  const readStatus = capabilities && upstreamStatus({ db, secrets }, capabilities);
  accountRoutes(app, { ...deps, mailer, readStatus });
  const downloads = openDownloads(db);
  auditRoutes(app, { db, now, downloads });
  peopleRoutes(app, { db, secrets, upstream });
  apiKeyRoutes(app, { db, secrets, upstream });
  if (upstream === null) {
    namedKeyRoutes(app, { db, now });
    integrationRoutes(app, { db });
  }
  invitationRoutes(app, { db, mailer });
  const { provider } = config;
  managedAccountRoutes(app, { db, now, hasLeads: upstream === null, provider });
  partnerRoutes(app, { db });
  draftRoutes(app, { db });
  listColumnRoutes(app, { db });
  const findSubmitted = capabilities ? findLastSubmittedUpstream : findLastSubmitted;
  brokerDetailRoutes(app, async (caller) => findSubmitted(db, caller));
  scheduleDeletions(app, deps);
  const { files = await openFiles(config, secrets.fileKeys) } = deps;
  const { scanUrl } = config.files;
  const scan = scanUrl === null ? null : openScanner(scanUrl);
  scheduleHourly(app, 'clear up uploads', async () => sweepUploads(db, files));
  if (capabilities)
    await app.register(async (scope) => {
      const { client } = capabilities;
      const keys = { db, secrets, upstreamName: client.config.name };
      logUpstreamErrors(scope);
      upstreamReadRoutes(scope, { keys, client });
      upstreamWriteRoutes(scope, { keys, client, scanning: scan && { scan, files } });
      upstreamHistoryRoutes(scope, { keys, client });
    });
  else {
    await ownRecordRoutes(app, { ...deps, files, scan, downloads });
    noticeRoutes(app, { db, mailer, now });
  }
  const getLinks = clientLinks(config);
  const forwarding = upstream && rowForwarding(app, deps, upstream);
  bulkUploadRoutes(app, { db, upstream: forwarding });
  bulkUploadRowRoutes(app, { db, linksOf: getLinks, upstream: forwarding });
  bulkUploadFileRoutes(app, { db, linksOf: getLinks, downloads });
  rememberedChoicesRoutes(app, { db });
  openApiRoutes(app, partnerApi);
}

interface AccountDeps extends RouteDeps, Pick<SessionSources, 'readStatus'> {
  readonly mailer: Mailer;
}

/** Registers signing in and out, and what people do with their own account. */
function accountRoutes(
  app: FastifyInstance,
  { config, database: { db }, secrets, now, mailer, readStatus }: AccountDeps,
): void {
  const isRequired = (role: Role) => config.requireSecondFactor && role !== 'broker';
  const deps = { db, secrets, now, config, isRequired, mailer, readStatus };
  const { provider } = config;
  signInRoutes(app, deps);
  secondStepRoutes(app, deps);
  passkeySignInRoutes(app, deps);
  sessionRoutes(app, deps);
  providerSignInRoutes(app, { ...deps, config: provider });
  passkeyRoutes(app, deps);
  secondFactorRoutes(app, deps);
  ownIdentityRoutes(app, deps);
  passwordRoutes(app, { ...deps, issuer: provider?.issuer ?? '' });
  ownAccountRoutes(app, deps);
}

interface OwnRecordDeps extends RouteDeps {
  readonly files: FileStore;
  readonly scan: Scan | null;
  readonly downloads: Downloads;
}

/** Registers leads, deals, attachments and the operator’s side, stored by this service itself. */
async function ownRecordRoutes(
  app: FastifyInstance,
  { config, database, now, files, scan, downloads }: OwnRecordDeps,
): Promise<void> {
  const readMarkers = markerReader(database.db);
  dealRoutes(app, database, readMarkers);
  leadRoutes(app, database, { config, readMarkers });
  duplicateLeadRoutes(app, database);
  const getLinks = (leadId: string) => leadLinks(config, app.publicUrl)(leadId);
  const operator = { database, linksOf: getLinks };
  operatorRecordRoutes(app, operator);
  operatorRequestRoutes(app, operator);
  operatorQuestionRoutes(app, operator);
  operatorPartnerRoutes(app, operator);
  operationRoutes(app, operator);
  batchRoutes(app, operator);
  operatorAuditRoutes(app, database.db);
  openApiRoutes(app, operatorApi);
  historyRoutes(app, database.db);
  feedRoutes(app, database);
  liveRoutes(app, database);
  scheduleTotals(app, database.db);
  homeRoutes(app, { db: database.db, now });
  todoRoutes(app, { db: database.db, now });
  followUpRoutes(app, database);
  outcomeRoutes(app, database);
  unreadRoutes(app, database);
  requestRoutes(app, database);
  uploadLinkRoutes(app, { db: database.db, now });
  questionRoutes(app, database);
  exportRoutes(app, { database, now, downloads });
  bulkChangeRoutes(app, { db: database.db, now });
  viewRoutes(app, database);
  searchRoutes(app, database);
  const { retention: rules } = config;
  if (rules.length > 0) scheduleRetention(app, { db: database.db, files, rules });
  // In a separate scope: the multipart parser would otherwise add cost to every request.
  await app.register(async (scope) => {
    await scope.register(multipart, { throwFileSizeLimit: false });
    const { quotas } = config.files;
    const storage = { db: database.db, files, scan, quotas, now };
    attachmentRoutes(scope, storage);
    sendFilesRoutes(scope, { ...storage, brand: config.brand });
  });
}

/**
 * Returns what bulk uploads need to forward rows to the upstream service. Forwarding stops when the
 * app begins to close.
 */
function rowForwarding(
  app: FastifyInstance,
  { database: { db }, secrets, ...deps }: RouteDeps,
  client: UpstreamClient,
): RowForwarding {
  const throttle = new SendThrottle();
  app.addHook('preClose', async () => throttle.close());
  return {
    db,
    secrets,
    upstreamName: client.config.name,
    client,
    throttle,
    batchTimeouts: deps.batchTimeouts ?? batchTimeouts,
  };
}

/**
 * Returns the upstream service’s client, with detection of that service’s capabilities. The
 * client closes with the app.
 */
function getCapabilities(
  app: FastifyInstance,
  upstream: UpstreamConfig,
  { now, upstreamTimeouts }: RouteDeps,
): UpstreamCapabilities {
  const client = upstreamClient(upstream, now, upstreamTimeouts);
  app.addHook('onClose', async () => client.close());
  return upstreamCapabilities(client);
}
