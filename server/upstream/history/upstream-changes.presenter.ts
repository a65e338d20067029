import type { HistoryEntry } from '#contract/portal/history.ts';
import { leadResponseFields } from '#contract/v1/lead-records.ts';
import { type LeadFieldName, leadFields } from '#contract/v1/leads.ts';
import { emptyResponse } from '#contract/v1/records.ts';
import type { Caller } from '#server/auth/caller.ts';
import { presentLeadValue } from '#server/records/lead-values.presenter.ts';
import { mayKnow } from '#server/records/records.policy.ts';

import type { UpstreamChangeRow } from './upstream-changes.store.ts';

/** A lead without values, as responses have it. */
export const emptyLead: Readonly<Record<string, unknown>> = emptyResponse(leadResponseFields);
/** The owner’s fields, by those of requests; responses have other names for them. */
export const ownerFields: Readonly<Record<string, string>> = {
  brokerId: 'broker',
  brokerRepId: 'brokerRep',
};

/**
 * Returns a sent value in the shape of responses; undefined if it is not of the field’s kind: the
 * upstream service decides how to read that.
 */
export function presentSent(name: LeadFieldName, sent: unknown): unknown {
  if (Object.hasOwn(ownerFields, name)) return undefined;
  if (sent === null || sent === undefined || sent === '') return emptyLead[name];
  switch (leadFields[name].kind) {
    case 'number':
      return Number.isFinite(Number(sent)) ? presentLeadValue(name, sent) : undefined;
    case 'address':
      return typeof sent === 'object' ? presentLeadValue(name, sent) : undefined;
    default:
      return typeof sent === 'string' || Array.isArray(sent) ? sent : undefined;
  }
}

/** Returns an entry as its reader may see it: only people of the reader’s partner are named. */
export function presentUpstreamChange(row: UpstreamChangeRow, caller: Caller): HistoryEntry {
  const isKnown = mayKnow(caller, row.account_partner_id);
  return {
    id: String(row.id),
    kind: row.kind,
    at: row.at.toISOString(),
    who: {
      source: row.via,
      id: isKnown ? row.account_id : null,
      name: isKnown ? row.account_name : null,
    },
    changes: row.kind === 'attached' ? [] : presentValues(row),
    file: presentFile(row),
    upload: isKnown ? presentUpload(row, caller) : null,
  };
}

function presentValues({ kind, former, current }: UpstreamChangeRow): HistoryEntry['changes'] {
  const before = kind === 'created' ? emptyLead : former;
  return Object.entries(current).map(([field, to]) => ({
    field,
    // Left out where it is not known.
    ...(Object.hasOwn(before, field) && { from: before[field] }),
    to,
  }));
}

function presentFile({ kind, current }: UpstreamChangeRow): HistoryEntry['file'] {
  const { fileName, type } = current;
  if (kind !== 'attached' || typeof fileName !== 'string') return null;
  // The specification has no operation that downloads it.
  return { id: null, fileName, type: String(type) };
}

function presentUpload(row: UpstreamChangeRow, caller: Caller): HistoryEntry['upload'] {
  const { upload_id: id, file_name: fileName, row_number: number } = row;
  if (fileName === null || number === null) return null;
  return { id: caller.role === 'partner-admin' ? id : null, fileName, row: number };
}
