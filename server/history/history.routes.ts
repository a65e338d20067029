import type { FastifyInstance } from 'fastify';

import { historyEndpoints } from '#contract/portal/history.ts';
import { typesByList } from '#contract/v1/record-types.ts';
import { knownAttachments } from '#server/attachments/attachments.store.ts';
import { findRowsOfLeads } from '#server/bulk-uploads/bulk-upload-rows.store.ts';
import type { Db } from '#server/db/connect.ts';
import { cutEntries, toEntryRange } from '#server/http/entry-pages.ts';
import { route } from '#server/http/routes.ts';
import { findVisible } from '#server/records/find-visible.ts';
import { leadSources } from '#server/records/lead-values.presenter.ts';
import { recordTables } from '#server/records/records.store.ts';

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
      const recordType = typesByList[table];
      const rows = await listChanges(db, {
        recordType,
        recordId: record.id,
        isStatusOnly: query.statusOnly === 'true',
        ...toEntryRange(query),
      });
      const { shown, next } = cutEntries(rows, query);
      const isOfUpload = shown.some(({ kind, via }) => kind === 'created' && via === 'bulk-upload');
      const context = {
        recordType,
        caller,
        leadSource: 'created_via' in record ? leadSources[record.created_via] : '',
        contacts: await findContacts(db, contactIdsIn(shown)),
        fileIds: await knownAttachments(db, fileIdsIn(shown)),
        uploadedRow: isOfUpload ? (await findRowsOfLeads(db, [record.id]))[0] : undefined,
      };
      return { entries: shown.map((row) => presentChange(row, context)), next };
    });
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
