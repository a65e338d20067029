import type { Generated } from 'kysely';

import type { BulkChangeState, Change, ChangeOutcome } from '#contract/portal/bulk-changes.ts';

/** The tables of bulk changes, as queries see them. The migrations are the source of truth. */
export interface BulkChangeTables {
  bulk_changes: Record<ChangeOutcome, Generated<number>> & {
    id: string;
    account_id: string;
    partner_id: string;
    kind: Change['kind'];
    /** To whom the leads are reassigned; null for a note. */
    contact_id: string | null;
    /** Empty once a person’s data were erased; null for a reassignment. */
    note: string | null;
    state: Generated<BulkChangeState>;
    created_at: Generated<Date>;
    /** The time at which the last lead was changed. */
    ended_at: Generated<Date | null>;
    /** How many batches in a row have failed. */
    failed_attempts: Generated<number>;
  };
  bulk_change_leads: {
    change_id: string;
    partner_id: string;
    position: number;
    lead_id: string;
    outcome: ChangeOutcome;
    reason: ChangeReason | null;
    contact_before: string | null;
    /** How many characters (UTF-16) of the notes were before what was added. */
    note_at: number | null;
  };
}

/** The reason why a lead was rejected or not undone. */
export type ChangeReason =
  | 'no-access'
  | 'not-allowed'
  | 'notes-too-long'
  | 'reassigned-since'
  | 'note-edited'
  | 'note-erased'
  | 'failed';
