import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';

import {
  type HistoryChange,
  historyEndpoints,
  type HistoryEntry,
  historyRequest,
} from '#contract/portal/history.ts';
import { dealResponseFields } from '#contract/v1/deals.ts';
import { leadResponseFields } from '#contract/v1/lead-records.ts';
import { emptyResponse } from '#contract/v1/records.ts';
import { knownAttachments } from '#server/attachments/attachments.store.ts';
import type { Caller } from '#server/auth/caller.ts';
import { findRowsOfLeads, type RowOfLead } from '#server/bulk-uploads/bulk-upload-rows.store.ts';
import type { Db } from '#server/db/connect.ts';
import { cutEntries, toEntryRange } from '#server/http/entry-pages.ts';
import { route } from '#server/http/routes.ts';
import { leadSources, presentLeadValue } from '#server/records/lead-values.presenter.ts';
import { findVisible, recordTables, recordTypes } from '#server/records/records.store.ts';

import { type ChangeRow, findContacts, listChanges, type NamedContact } from './history.store.ts';

const endpoints = {
  leads: historyEndpoints.readLeadHistory,
  deals: historyEndpoints.readDealHistory,
};

/** Registers the endpoints that read the history of leads and deals. */
export function historyRoutes(app: FastifyInstance, db: Db): void {
  for (const table of recordTables)
    route(app, endpoints[table], async ({ caller, params, query }) => {
      const record = await findVisible(db, caller, table, params.id);
      const recordType = recordTypes[table].name;
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

/** The record, the reader and the names that a page of entries refers to. */
export interface HistoryContext {
  readonly recordType: 'lead' | 'deal';
  readonly caller: Caller;
  readonly contacts: readonly NamedContact[];
  /** The files of the page that were not withdrawn since. */
  readonly fileIds: ReadonlySet<string>;
  /** The reader of a lead belongs to its partner, as the upload does, or is support. */
  readonly uploadedRow: RowOfLead | undefined;
  /** The value of `leadSource` of a lead for which the operator has set none. */
  readonly leadSource: string;
}

const empty: Readonly<Record<'lead' | 'deal', Readonly<Record<string, unknown>>>> = {
  lead: emptyResponse(leadResponseFields),
  deal: emptyResponse(dealResponseFields),
};

/**
 * Returns an entry as its reader may see it: fields that responses don't have are left out, and so
 * are names of the operator's staff and of other partners' people, except for support.
 */
function presentChange(row: ChangeRow, context: HistoryContext): HistoryEntry {
  return {
    id: String(row.id),
    kind: row.kind,
    at: row.at.toISOString(),
    who: presentWho(row, context.caller),
    changes: isAboutFile(row) ? [] : presentChanges(row, context),
    file: presentFile(row, context),
    upload: row.kind === 'created' ? presentUpload(context) : null,
    ...(row.bulk_change_id !== null && { bulkChange: presentBulkChange(row, context.caller) }),
    // Nothing of a request that was erased.
    ...(row.kind === 'request' && requestValues.safeParse(row.current).data),
  };
}

/** Returns the bulk change behind an entry; not how large it was, for strangers. */
function presentBulkChange(
  { bulk_change_leads: leads, is_undo: isUndo, ...row }: ChangeRow,
  caller: Caller,
): NonNullable<HistoryEntry['bulkChange']> {
  const mayKnow = caller.role === 'support' || row.account_partner_id === caller.partnerId;
  return {
    others: leads !== null && mayKnow ? Math.max(0, leads - 1) : null,
    isUndo,
  };
}

function presentWho(row: ChangeRow, caller: Caller): HistoryEntry['who'] {
  const isOperator = row.via === 'operator' || row.account_role === 'support';
  if (row.via === 'command') return { source: 'command', id: null, name: null };
  const source = findSource(row, isOperator && caller.role !== 'support');
  const mayKnow =
    caller.role === 'support' || (!isOperator && row.account_partner_id === caller.partnerId);
  return mayKnow
    ? { source, id: row.by, name: row.account_name ?? row.key_name }
    : { source, id: null, name: null };
}

function findSource({ kind, via }: ChangeRow, isOperator: boolean): HistoryEntry['who']['source'] {
  if (kind === 'known') return 'unknown';
  return isOperator ? 'operator' : via;
}

function presentChanges(row: ChangeRow, context: HistoryContext): HistoryChange[] {
  const names = [...new Set([...Object.keys(row.former), ...Object.keys(row.current)])];
  return names.flatMap((name) => {
    const field = name === 'brokerRepId' ? 'brokerRep' : name;
    if (!Object.hasOwn(empty[context.recordType], field)) return [];
    const since = findSince(row, name);
    return {
      field,
      from: presentValue(name, row.former[name], context),
      to: presentValue(name, row.current[name], context),
      ...(since && { fromSince: since.toISOString() }),
    };
  });
}

function findSince(row: ChangeRow, name: string): Date | null {
  if (name === 'status') return row.former_status_since;
  return name === 'subStatus' ? row.former_sub_status_since : null;
}

/** Returns a stored value in the shape of responses. */
function presentValue(name: string, stored: unknown, context: HistoryContext): unknown {
  if (name === 'brokerRepId') return presentContact(stored, context);
  const isMissing = stored === null || stored === undefined;
  if (isMissing && name === 'leadSource') return context.leadSource;
  if (isMissing) return empty[context.recordType][name];
  if (context.recordType === 'lead') return presentLeadValue(name, stored);
  return name === 'amount' ? Number(stored).toFixed(2) : stored;
}

function presentContact(id: unknown, { contacts, caller }: HistoryContext): unknown {
  const contact = contacts.find((one) => one.id === id);
  if (!contact) return null;
  if (caller.role !== 'support' && contact.partner_id !== caller.partnerId) return null;
  return { id: contact.id, firstName: contact.first_name, lastName: contact.last_name };
}

const fileKinds: ReadonlySet<ChangeRow['kind']> = new Set([
  'attached',
  'file-changed',
  'file-withdrawn',
]);

/** Returns whether an entry is about a file, not about values of the record. */
const isAboutFile = ({ kind }: Pick<ChangeRow, 'kind'>): boolean => fileKinds.has(kind);

function presentFile(row: ChangeRow, { fileIds }: HistoryContext): HistoryEntry['file'] {
  const { attachmentId, fileName, type } = row.current;
  if (!isAboutFile(row) || typeof attachmentId !== 'string') return null;
  return {
    id: fileIds.has(attachmentId) ? attachmentId : null,
    fileName: String(fileName),
    type: String(type),
    ...(typeof row.former['type'] === 'string' && { formerType: row.former['type'] }),
  };
}

const requestValues = z.object({ request: historyRequest });

function presentUpload({ uploadedRow: row, caller }: HistoryContext): HistoryEntry['upload'] {
  if (!row) return null;
  return {
    id: caller.role === 'partner-admin' ? row.uploadId : null,
    fileName: row.fileName,
    row: row.row,
  };
}
