import { sql } from 'kysely';

import type { Db } from '#server/db/connect.ts';

/**
 * Returns, for each key (`contract/bulk-upload/duplicate-keys.ts`) that a lead of the partner has,
 * the newest such lead. Each key is looked up in the index separately: for all keys in one
 * condition (`&&`), the planner expects many matches and reads every lead. `offset 0` keeps the
 * partner out of the lookup: where the planner expects the partner to have few leads, as after a
 * large upload, it would read all of them for each key.
 */
export async function findKeyMatches(db: Db, partnerId: string, keys: readonly string[]) {
  const { rows } = await sql<{ key: string; leadId: string; client: string }>`
    select distinct on (key) key, id as "leadId",
      concat_ws(', ', concat_ws(' ', fields ->> 'firstName', fields ->> 'lastName'), fields ->> 'companyName') as client
    from unnest(${keys}::text[]) as key
      cross join lateral (select * from leads where duplicate_keys @> array[key] offset 0) as matching
    where partner_id = ${partnerId}
    order by key, created_at desc, id desc`.execute(db);
  return rows;
}
