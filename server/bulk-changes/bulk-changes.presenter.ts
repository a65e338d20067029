import {
  type BulkChange,
  bulkChangeLimits,
  type ChangedLead,
} from '#contract/portal/bulk-changes.ts';
import type { ChangeReason } from '#server/db/bulk-change-tables.ts';

import type { ChangedLeadRow } from './bulk-change-leads.store.ts';
import { type BulkChangeRow, undoUntil } from './bulk-changes.store.ts';

/** Returns a bulk change as the contract has it. */
export function presentBulkChange(row: BulkChangeRow): BulkChange {
  const { pending, changed, unchanged, rejected, undone, superseded } = row;
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
    createdAt: row.created_at.toISOString(),
    total: Object.values(outcomes).reduce((sum, one) => sum + one, 0),
    outcomes,
    undoUntil: undoUntil(row)?.toISOString() ?? null,
  };
}

const reasons: Readonly<Record<ChangeReason, string>> = {
  'no-access': 'This lead doesn’t exist, or you don’t have access to it.',
  'not-allowed': 'You can’t reassign leads to this contact.',
  'notes-too-long': `Its notes would have more than ${bulkChangeLimits.notes.toLocaleString('en')} characters.`,
  'reassigned-since': 'It has been reassigned since.',
  'note-edited': 'The note has been edited since.',
  'note-erased': 'The text of the note has been erased, because it may be about a person.',
};

/** Returns a lead of a bulk change as the contract has it. */
export function presentChangedLead(row: ChangedLeadRow): ChangedLead {
  return {
    id: row.id,
    client: `${row.first_name} ${row.last_name}`.trim(),
    company: row.company,
    contactBefore: row.contact_before,
    outcome: row.outcome,
    reason: row.reason === null ? '' : reasons[row.reason],
  };
}
