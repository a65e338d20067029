import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

import type { AuditAction, AuditActor } from '#contract/portal/audit/audit.ts';

/** The tables of the audit trail, as queries see them; the truth is in `server/db/schema/`. */
export interface AuditTables {
  audit_chains: {
    id: string;
    position: Generated<number>;
    hash: Generated<Buffer>;
    /** Of the last entry that was deleted because of its age; 0 and empty: none. */
    deleted_to: Generated<number>;
    deleted_hash: Generated<Buffer>;
  };
  audit_entries: {
    id: GeneratedAlways<number>;
    chain: ByDatabase<string>;
    position: ByDatabase<number>;
    at: ByDatabase<Date>;
    kind: AuditAction;
    actor_type: AuditActor;
    actor_id: string | null;
    partner_id: string | null;
    subject_type: string | null;
    subject_id: string | null;
    /** JSON, as it was hashed. */
    details: Generated<string>;
    /** JSON; null: none, or erased. */
    origin: string | null;
    origin_hash: ByDatabase<Buffer>;
    hash: ByDatabase<Buffer>;
  };
}

/** Only the database sets what makes the chain. */
type ByDatabase<T> = ColumnType<T, never, never>;
