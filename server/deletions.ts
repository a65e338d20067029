import type { FastifyInstance } from 'fastify';

import { exportLifetimeMs } from '#contract/portal/exports.ts';

import { deleteOldFailures } from './accounts/failed-attempts.store.ts';
import { deleteOldBrowsers } from './accounts/known-browsers.store.ts';
import { deleteOldEntries } from './audit/audit.store.ts';
import { deleteExpiredKeys } from './auth/keys.store.ts';
import { deleteExpiredTokens } from './auth/one-time-tokens.store.ts';
import { emptyOldUploads } from './bulk-uploads/bulk-uploads.store.ts';
import { deleteOldChoices } from './bulk-uploads/remembered-choices.store.ts';
import type { Config } from './config/config.ts';
import type { Database } from './db/connect.ts';
import { deleteOldDrafts } from './drafts/drafts.store.ts';
import { deleteOldQueries } from './exports/exports.store.ts';
import { deleteOldKeys } from './idempotency/idempotency.store.ts';
import { scheduleHourly } from './jobs/scheduled-jobs.ts';
import { deleteOldEmailCounts } from './mail/email-limits.store.ts';
import { endSessionsWithoutFactor } from './second-factors/second-factors.store.ts';
import { deleteExpiredLinks } from './upload-links/upload-links.store.ts';
import { deleteOldSentLeads } from './upstream/leads/sent-leads.store.ts';

interface Deps {
  readonly config: Pick<Config, 'auditDays' | 'requireSecondFactor' | 'upstream'>;
  readonly database: Database;
  /** The clock by which times are compared and stored: that of the database. */
  readonly now: () => Date;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Schedules the jobs that delete what has expired, but for files and bulk changes. */
export function scheduleDeletions(
  app: FastifyInstance,
  { config, database: { db }, now }: Deps,
): void {
  scheduleHourly(app, 'delete old failed attempts', async () => deleteOldFailures(db, now()));
  scheduleHourly(app, 'delete old known browsers', async () => deleteOldBrowsers(db, now()));
  scheduleHourly(app, 'delete expired tokens', async () => deleteExpiredTokens(db));
  scheduleHourly(app, 'delete old counts of emails', async () => deleteOldEmailCounts(db));
  scheduleHourly(app, 'delete old idempotency keys', async () => deleteOldKeys(db));
  if (config.requireSecondFactor)
    scheduleHourly(app, 'end sessions without a second factor', async () =>
      endSessionsWithoutFactor(db),
    );
  scheduleHourly(app, 'delete old sent leads', async () => deleteOldSentLeads(db));
  scheduleHourly(app, 'delete old drafts', async () => deleteOldDrafts(db));
  scheduleHourly(app, 'empty old uploads', async () => emptyOldUploads(db));
  scheduleHourly(app, 'delete old remembered choices', async () => deleteOldChoices(db));
  if (config.upstream === null) {
    scheduleHourly(app, 'delete expired links for clients', async () =>
      deleteExpiredLinks(db, now()),
    );
    scheduleHourly(app, 'delete old keys and their uses', async () => deleteExpiredKeys(db));
    scheduleHourly(app, 'delete the filters of old exports', async () =>
      deleteOldQueries(db, new Date(now().getTime() - exportLifetimeMs)),
    );
  }
  scheduleHourly(app, 'delete old audit entries', async () =>
    deleteOldEntries(db, new Date(now().getTime() - config.auditDays * dayMs)),
  );
}
