import {
  type BulkChange,
  bulkChangeLimits,
  type ChangedLead,
} from '#contract/portal/bulk-changes.ts';
import type { ContactCaller } from '#server/auth/caller.ts';
import type { ChangeReason } from '#server/db/bulk-change-tables.ts';

import type { ChangedLeadRow } from './bulk-change-leads.store.ts';
import { type BulkChangeRow, undoUntil } from './bulk-changes.store.ts';

/** Returns a bulk change as the contract has it. Only its maker can undo it. */
export function presentBulkChange(row: BulkChangeRow, caller: ContactCaller): BulkChange {
  const { pending, changed, unchanged, rejected, undone, superseded } = row;
  const isOwn = row.account_id === caller.accountId;
  const outcomes = { pending, changed, unchanged, rejected, undone, superseded };
  return {
    id: row.id,
    state: row.state,
    change:
      row.contact_id === null
        ? { kind: 'add-note', note: row.note ?? '' }
        : { kind: 'reassign', brokerRepId: row.contact_id },
    contactName: row.contact_name,
    createdBy: row.account_name,
    isOwn,
    createdAt: row.created_at.toISOString(),
    total: Object.values(outcomes).reduce((sum, one) => sum + one, 0),
    outcomes,
    undoUntil: (isOwn && undoUntil(row)?.toISOString()) || null,
  };
}

const reasons: Readonly<Record<ChangeReason, string>> = {
  'no-access': 'This lead doesn’t exist, or you don’t have access to it.',
  'not-allowed': 'You can’t reassign leads to this contact.',
  'notes-too-long': `Its notes would have more than ${bulkChangeLimits.notes.toLocaleString('en')} characters.`,
  'reassigned-since': 'It has been reassigned since.',
  'note-edited': 'The note has been edited since.',
  failed: 'Something went wrong on our side. Try this lead again, or contact support.',
  'note-erased': 'The text of the note has been erased, because it may be about a person.',
};

/** Returns a lead of a bulk change, which has the contact of this name, as the contract has it. */
export function presentChangedLead(
  row: ChangedLeadRow,
  { contact_name: contact }: Pick<BulkChangeRow, 'contact_name'>,
): ChangedLead {
  return {
    id: row.id,
    client: `${row.first_name} ${row.last_name}`.trim(),
    company: row.company,
    contactBefore: row.contact_before,
    outcome: row.outcome,
    reason: presentReason(row, contact),
  };
}

/** Only a reassignment leaves leads unchanged: those that the contact has already. */
function presentReason({ outcome, reason }: ChangedLeadRow, contact: string | null): string {
  if (outcome === 'unchanged') return `Already with ${contact ?? 'this contact'}.`;
  return reason === null ? '' : reasons[reason];
}
