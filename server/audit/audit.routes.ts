import type { FastifyInstance } from 'fastify';

import { operator } from '#contract/operator/endpoints.ts';
import { auditEndpoints, type AuditFilter } from '#contract/portal/audit/audit.ts';
import type { Caller, OperatorCaller } from '#server/auth/caller.ts';
import { getOrigin } from '#server/auth/origin.ts';
import type { Db } from '#server/db/connect.ts';
import { readByPages } from '#server/db/pages.ts';
import { cutEntries, toEntryRange } from '#server/http/entry-pages.ts';
import { route } from '#server/http/routes.ts';
import { getListedPartner } from '#server/records/records.policy.ts';
import type { Downloads } from '#server/spreadsheets/downloads.ts';

import { toReadable } from './audit.policy.ts';
import { auditHeader, auditLine, presentAuditEntry } from './audit.presenter.ts';
import {
  type AuditPage,
  type AuditRow,
  listAuditEntries,
  listAuditedPeople,
  recordAction,
} from './audit.store.ts';

/** Entries that are read at once for a file. */
const entriesAtOnce = 500;

interface Deps {
  readonly db: Db;
  readonly now: () => Date;
  readonly downloads: Downloads;
}

/** Registers the endpoints that read the audit trail. */
export function auditRoutes(app: FastifyInstance, { db, now, downloads }: Deps): void {
  route(app, auditEndpoints.listAuditEntries, async ({ caller, query }) =>
    readPage(db, caller, { ...query, ...toReadable(caller) }),
  );

  route(app, auditEndpoints.listAuditedPeople, async ({ caller }) =>
    listAuditedPeople(db, toReadable(caller)),
  );

  route(app, auditEndpoints.downloadAudit, async ({ caller, query, request, reply }) => {
    downloads.begin(caller, reply.raw);
    const details = { list: 'audit' };
    await recordAction(db, { ...getOrigin(caller, request), action: 'export-downloaded', details });
    const name = `audit ${now().toISOString().slice(0, 10)}.csv`;
    return downloads.sendCsv(reply, caller, { name, parts: auditLines(db, caller, query) });
  });
}

/** Registers the operator’s endpoint that reads the audit trail. */
export function operatorAuditRoutes(app: FastifyInstance, db: Db): void {
  route(app, operator.listAuditEntries, async ({ caller, query }) => {
    const partnerId = getListedPartner(caller, query.partnerId) ?? null;
    return readPage(db, caller, { ...query, partnerId });
  });
}

/** Returns a page of entries, as the caller may know them. */
async function readPage(
  db: Db,
  caller: Caller | OperatorCaller,
  query: Omit<AuditPage, 'before' | 'limit'> & Parameters<typeof toEntryRange>[0],
) {
  const rows = await listAuditEntries(db, { ...query, ...toEntryRange(query) });
  const { shown, next } = cutEntries(rows, query);
  return { entries: shown.map((row) => presentAuditEntry(row, caller)), next };
}

async function* auditLines(db: Db, caller: Caller, filter: AuditFilter): AsyncGenerator<string> {
  yield auditHeader;
  const page = { ...filter, ...toReadable(caller), limit: entriesAtOnce };
  const rows = readByPages<AuditRow>(
    async (last) => listAuditEntries(db, { ...page, before: last?.id ?? null }),
    entriesAtOnce,
  );
  for await (const row of rows) yield auditLine(presentAuditEntry(row, caller));
}
