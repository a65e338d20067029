import * as z from 'zod/mini';

import { csvLine, guardCell } from '#contract/bulk-upload/csv-text.ts';
import { auditActions, type AuditEntry } from '#contract/portal/audit/audit.ts';
import type { Caller, OperatorCaller } from '#server/auth/caller.ts';

import type { AuditRow } from './audit.store.ts';

const origin = z.object({ address: z.string() });
const details = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

/**
 * Returns an entry as its reader may see it: a reader of one partner gets neither name nor address
 * of people outside the partner.
 */
export function presentAuditEntry(
  row: AuditRow,
  { partnerId }: Caller | OperatorCaller,
): AuditEntry {
  const mayKnow =
    partnerId === null || row.actor_partner_id === partnerId || row.actor_type === 'unknown';
  const { subject_type: type, subject_id: id } = row;
  return {
    id: String(row.id),
    at: row.at.toISOString(),
    act: row.kind,
    actor: {
      type: row.actor_type,
      id: mayKnow ? row.actor_id : null,
      name: mayKnow ? row.actor_name : null,
    },
    partnerName: row.partner_name,
    subject: type === null || id === null ? null : { type, id, name: row.subject_name },
    details: details.parse(JSON.parse(row.details)),
    address: mayKnow && row.origin !== null ? origin.parse(JSON.parse(row.origin)).address : null,
  };
}

const actionNames: Readonly<Record<string, string>> = auditActions;

/** The columns of the audit trail as a file. */
const columns: readonly (readonly [header: string, read: (entry: AuditEntry) => string])[] = [
  ['Time (UTC)', ({ at }) => at],
  ['Act', ({ act }) => actionNames[act] ?? act],
  ['Who', ({ actor }) => actor.name ?? actor.type],
  ['Who: id', ({ actor }) => actor.id ?? ''],
  ['Partner', ({ partnerName }) => partnerName ?? ''],
  ['What', ({ subject }) => subject?.type ?? ''],
  ['What: id', ({ subject }) => subject?.id ?? ''],
  ['What: name', ({ subject }) => subject?.name ?? ''],
  [
    'Details',
    (entry) =>
      Object.entries(entry.details)
        .map((pair) => pair.join(': '))
        .join('; '),
  ],
  ['Address', ({ address }) => address ?? ''],
];

/** The first line of a file of entries. */
export const auditHeader = csvLine(columns.map(([header]) => header));

/** Returns the line of an entry in a file. */
export function auditLine(entry: AuditEntry): string {
  return csvLine(columns.map(([, read]) => guardCell(null, read(entry))));
}
