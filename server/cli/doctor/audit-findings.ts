import { sql } from 'kysely';

import type { Db } from '#server/db/connect.ts';

import type { Findings } from './findings.ts';

/** Examines whether the service itself could change entries of the audit trail. */
export async function* examineAuditOwner(db: Db): Findings {
  const { rows } = await sql`
    select from pg_class where relname in ('audit_chains', 'audit_entries')
      and relnamespace = current_schema()::regnamespace
      and pg_has_role(current_user, relowner, 'member') limit 1`.execute(db);
  if (rows.length > 0)
    yield 'warning: The portal’s role owns the audit trail, so it could change entries. deploy/audit-owner.sql gives the trail to a role that nobody signs in as: see “Audit trail” in docs/operations/privacy.md.';
  else yield 'ok: The portal’s role can only add to the audit trail.';
}
