import * as z from 'zod/mini';

import { csvLine, guardCell } from '#contract/bulk-upload/csv-text.ts';
import { type AuditEntry, auditActs } from '#contract/portal/audit/audit.ts';
import type { Caller } from '#server/auth/caller.ts';

import type { AuditRow } from './audit-entries.store.ts';

const origin = z.object({ address: z.string() });
const details = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

/**
 * Returns an entry as its reader may know it: of those who are not of their partner, a partner
 * admin learns neither name nor address.
 */
export function presentAuditEntry(row: AuditRow, caller: Caller): AuditEntry {
  const mayKnow =
    caller.role === 'support' ||
    row.actor_partner_id === caller.partnerId ||
    row.actor_type === 'unknown';
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

const actNames: Readonly<Record<string, string>> = auditActs;

/** The first line of a file of entries. */
export const auditHeader = csvLine([
  'Time (UTC)',
  'Act',
  'Who',
  'Who: id',
  'Partner',
  'What',
  'What: id',
  'What: name',
  'Details',
  'Address',
]);

/** Returns the line of an entry in a file. */
export function auditLine(entry: AuditEntry): string {
  const { act, actor, subject } = entry;
  const texts = Object.entries(entry.details).map(([name, value]) => `${name}: ${value}`);
  return csvLine(
    [
      entry.at,
      actNames[act] ?? act,
      actor.name ?? actor.type,
      actor.id ?? '',
      entry.partnerName ?? '',
      subject?.type ?? '',
      subject?.id ?? '',
      subject?.name ?? '',
      texts.join('; '),
      entry.address ?? '',
    ].map((cell) => guardCell(null, cell)),
  );
}
