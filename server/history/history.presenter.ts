import * as z from 'zod/mini';

import {
  findQuestionIn,
  type HistoryChange,
  type HistoryEntry,
  historyRequest,
} from '#contract/portal/history.ts';
import { outcomes } from '#contract/portal/outcomes.ts';
import { dealResponseFields } from '#contract/v1/deals.ts';
import { leadResponseFields } from '#contract/v1/lead-records.ts';
import type { RecordType } from '#contract/v1/record-types.ts';
import { emptyResponse } from '#contract/v1/records.ts';
import type { Caller } from '#server/auth/caller.ts';
import type { RowOfLead } from '#server/bulk-uploads/bulk-upload-rows.store.ts';
import { presentLeadValue } from '#server/records/lead-values.presenter.ts';
import { mayKnow } from '#server/records/records.policy.ts';

import type { ChangeRow, NamedContact } from './history.store.ts';

/** The record, the reader and the names that a page of entries refers to. */
interface HistoryContext {
  readonly recordType: RecordType;
  readonly caller: Caller;
  readonly contacts: readonly NamedContact[];
  /** The files of the page that were not withdrawn since. */
  readonly fileIds: ReadonlySet<string>;
  /** The reader of a lead belongs to its partner, as the upload does, or is support. */
  readonly uploadedRow: RowOfLead | undefined;
  /** The value of `leadSource` of a lead for which the operator has set none. */
  readonly leadSource: string;
}

const empty: Readonly<Record<RecordType, Readonly<Record<string, unknown>>>> = {
  lead: emptyResponse(leadResponseFields),
  deal: emptyResponse(dealResponseFields),
};

/**
 * Returns an entry as its reader may see it: fields that responses don't have are left out, and so
 * are names of the operator's staff and of other partners' people, except for support.
 */
export function presentChange(row: ChangeRow, context: HistoryContext): HistoryEntry {
  const question = findQuestionIn(row.current);
  return {
    id: String(row.id),
    kind: question ? 'question' : row.kind,
    at: row.at.toISOString(),
    who: presentWho(row, context.caller),
    changes: isAboutFile(row) ? [] : presentChanges(row, context),
    file: presentFile(row, context),
    upload: row.kind === 'created' ? presentUpload(context) : null,
    ...(row.bulk_change_id !== null && { bulkChange: presentBulkChange(row, context.caller) }),
    // Nothing of a request that was erased.
    ...(row.kind === 'request' && requestValues.safeParse(row.current).data),
    ...(question && { question }),
    ...presentNote(row),
  };
}

/** Returns the bulk change behind an entry; not how large it was, for strangers. */
function presentBulkChange(
  { bulk_change_leads: leads, is_undo: isUndo, ...row }: ChangeRow,
  caller: Caller,
): NonNullable<HistoryEntry['bulkChange']> {
  return {
    others:
      leads !== null && mayKnow(caller, row.account_partner_id) ? Math.max(0, leads - 1) : null,
    isUndo,
  };
}

function presentWho(row: ChangeRow, caller: Caller): HistoryEntry['who'] {
  const isOperator = row.via === 'operator' || row.account_role === 'support';
  if (row.via === 'command') return { source: 'command', id: null, name: null };
  const source = findSource(row, isOperator && caller.role !== 'support');
  return caller.role === 'support' || (!isOperator && mayKnow(caller, row.account_partner_id))
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

/** For each type: returns a stored value that is neither a contact nor missing. */
const valuePresenters: Readonly<Record<RecordType, (name: string, stored: unknown) => unknown>> = {
  lead: presentLeadValue,
  deal: (name, stored) => (name === 'amount' ? Number(stored).toFixed(2) : stored),
};

/** Returns a stored value in the shape of responses. */
function presentValue(name: string, stored: unknown, context: HistoryContext): unknown {
  if (name === 'brokerRepId') return presentContact(stored, context);
  const isMissing = stored === null || stored === undefined;
  if (isMissing && name === 'leadSource') return context.leadSource;
  if (isMissing) return empty[context.recordType][name];
  return valuePresenters[context.recordType](name, stored);
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
export const isAboutFile = ({ kind }: Pick<ChangeRow, 'kind'>): boolean => fileKinds.has(kind);

function presentFile(row: ChangeRow, { fileIds }: HistoryContext): HistoryEntry['file'] {
  const { attachmentId, fileName, type, isFromClient } = row.current;
  if (!isAboutFile(row) || typeof attachmentId !== 'string') return null;
  return {
    id: fileIds.has(attachmentId) ? attachmentId : null,
    fileName: String(fileName),
    type: String(type),
    ...(typeof row.former['type'] === 'string' && { formerType: row.former['type'] }),
    ...(isFromClient === true && { isFromClient }),
  };
}

const requestValues = z.object({ request: historyRequest });

/** Returns the note of an outcome; nothing if it has none, or if it was erased. */
function presentNote({ kind, current }: ChangeRow): Pick<HistoryEntry, 'note'> {
  const { note } = current;
  const isOutcome = outcomes.some((outcome) => outcome === kind);
  return isOutcome && typeof note === 'string' && note !== '' ? { note } : {};
}

function presentUpload({ uploadedRow: row, caller }: HistoryContext): HistoryEntry['upload'] {
  if (!row) return null;
  return {
    id: caller.role === 'partner-admin' ? row.uploadId : null,
    fileName: row.fileName,
    row: row.row,
  };
}
