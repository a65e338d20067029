import type { FastifyInstance } from 'fastify';

import { historyEndpoints, type HistoryPage } from '#contract/portal/history.ts';
import { knownAttachments } from '#server/attachments/attachments.store.ts';
import type { Caller } from '#server/auth/caller.ts';
import { findRowsOfLeads } from '#server/bulk-uploads/uploaded-leads.store.ts';
import type { Db } from '#server/db/connect.ts';
import { cutEntries, toEntryRange } from '#server/http/entry-pages.ts';
import { route } from '#server/http/routes.ts';
import { leadSources } from '#server/records/lead-values.ts';
import { recordTables, recordTypes } from '#server/records/record-types.ts';
import { findVisible } from '#server/records/record.store.ts';
import { type Owned } from '#server/records/records.policy.ts';

import { isAboutFile, presentChange } from './history.presenter.ts';
import { type ChangeRow, findContacts, listChanges } from './history.store.ts';

const endpoints = {
  leads: historyEndpoints.readLeadHistory,
  deals: historyEndpoints.readDealHistory,
};

/** Registers the endpoints that read the history of leads and deals. */
export function historyRoutes(app: FastifyInstance, db: Db): void {
  for (const table of recordTables)
    route(app, endpoints[table], async ({ caller, params, query }) => {
      const record = await findVisible(db, caller, table, params.id);
      const leadSource = 'created_via' in record ? leadSources[record.created_via] : '';
      return readHistoryPage(db, {
        ...query,
        caller,
        recordType: recordTypes[table].name,
        record,
        leadSource,
      });
    });
}

interface PageRequest {
  readonly caller: Caller;
  readonly recordType: 'lead' | 'deal';
  readonly record: Owned & { readonly id: string };
  readonly leadSource: string;
  readonly cursor?: string | undefined;
  readonly statusOnly?: 'true' | 'false' | undefined;
  readonly pageSize: number;
}

async function readHistoryPage(db: Db, request: PageRequest): Promise<HistoryPage> {
  const { caller, recordType, record } = request;
  const rows = await listChanges(db, {
    recordType,
    recordId: record.id,
    isStatusOnly: request.statusOnly === 'true',
    ...toEntryRange(request),
  });
  const { shown, next } = cutEntries(rows, request);
  const context = {
    recordType,
    caller,
    leadSource: request.leadSource,
    contacts: await findContacts(db, contactIdsIn(shown)),
    fileIds: await knownAttachments(db, fileIdsIn(shown)),
    uploadedRow: shown.some(isUploaded) ? (await findRowsOfLeads(db, [record.id]))[0] : undefined,
  };
  return { entries: shown.map((row) => presentChange(row, context)), next };
}

function contactIdsIn(rows: readonly ChangeRow[]): string[] {
  const ids = rows.flatMap(({ former, current }) => [
    former['brokerRepId'],
    current['brokerRepId'],
  ]);
  return [...new Set(ids)].filter((id) => typeof id === 'string');
}

function fileIdsIn(rows: readonly ChangeRow[]): string[] {
  const ids = rows.filter(isAboutFile).map(({ current }) => current['attachmentId']);
  return [...new Set(ids)].filter((id) => typeof id === 'string');
}

function isUploaded({ kind, via }: ChangeRow): boolean {
  return kind === 'created' && via === 'bulk-upload';
}
