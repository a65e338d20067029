import type { Generated } from 'kysely';

import type { Change } from '#contract/portal/bulk-changes.ts';

/**
 * The tables of bulk changes, as queries see them; the truth is in `server/db/schema/`, where they
 * have columns more, with which versions before worked in batches.
 */
export interface BulkChangeTables {
  bulk_changes: {
    id: string;
    account_id: string;
    partner_id: string;
    kind: Change['kind'];
    /** The new contact of the leads; null for a note. */
    contact_id: string | null;
    /** Empty once it can’t be undone, or a person’s data were erased; null for a reassignment. */
    note: string | null;
    /** The first three are of the version before. */
    state: Generated<'prepared' | 'applying' | 'undoing' | 'applied' | 'undone'>;
    /** How many leads have each outcome. */
    changed: Generated<number>;
    unchanged: Generated<number>;
    rejected: Generated<number>;
    undone: Generated<number>;
    superseded: Generated<number>;
    created_at: Generated<Date>;
    /** The time of the change. */
    ended_at: Generated<Date | null>;
  };
  /** The data for undoing each changed lead, for as long as that is possible. */
  bulk_change_leads: {
    change_id: string;
    partner_id: string;
    position: number;
    lead_id: string;
    outcome: 'changed';
    contact_before: string | null;
    /** How many characters of the notes were before what was added. */
    note_at: number | null;
  };
}
