import { type Selectable, sql } from 'kysely';

import {
  type RememberedChoices,
  rememberedLimits,
  type StoredChoices,
} from '#contract/bulk-upload/remembered-choices.ts';
import type { Db } from '#server/db/connect.ts';
import { ago } from '#server/db/database-clock.ts';
import type { Tables } from '#server/db/schema.ts';

type Entry = Pick<Selectable<Tables['remembered_choices']>, 'kind' | 'key' | 'value'>;

/** Returns all that is remembered for a partner. */
export async function listRememberedChoices(db: Db, partnerId: string): Promise<StoredChoices> {
  const rows = await db
    .selectFrom('remembered_choices')
    .select(['kind', 'key', 'value'])
    .where('partner_id', '=', partnerId)
    .orderBy('key')
    .execute();
  return {
    columns: rows
      .filter(({ kind }) => kind === 'column')
      .map(({ key, value }) => ({ header: key, target: value })),
    resolutions: rows
      .filter(({ kind }) => kind === 'answer')
      .map(({ key, value }) => ({ issue: key, option: value ?? '' })),
  };
}

/**
 * Saves choices in addition to earlier ones; the last one of a header or an issue counts. If there
 * are too many, the least recently used are deleted.
 */
export async function saveRememberedChoices(
  tx: Db,
  { partnerId, accountId }: { readonly partnerId: string; readonly accountId: string },
  { columns, resolutions }: RememberedChoices,
): Promise<void> {
  const entries: Entry[] = [
    ...columns.map(({ header, target }) => ({
      kind: 'column' as const,
      key: header,
      value: target,
    })),
    ...resolutions.map(({ issue, option }) => ({
      kind: 'answer' as const,
      key: issue,
      value: option,
    })),
  ];
  const last = [...new Map(entries.map((entry) => [`${entry.kind}:${entry.key}`, entry])).values()];
  await sql`
    insert into remembered_choices (partner_id, kind, key, value, updated_by)
    select ${partnerId}, entries.kind, entries.key, entries.value, ${accountId}
    from json_to_recordset(${JSON.stringify(last)}::json) as entries(kind text, key text, value text)
    order by entries.kind, entries.key
    on conflict (partner_id, kind, key)
    do update set value = excluded.value, updated_at = now(), updated_by = excluded.updated_by`.execute(
    tx,
  );
  await sql`
    delete from remembered_choices where partner_id = ${partnerId} and (kind, key) in (
      select kind, key from (
        select kind, key, row_number() over (partition by kind order by updated_at desc, key) as place
        from remembered_choices where partner_id = ${partnerId}
      ) as ranked where place > ${rememberedLimits.stored}
    )`.execute(tx);
}

/** Deletes what no file of the partner has used for the retention period. */
export async function deleteOldChoices(db: Db): Promise<void> {
  await db
    .deleteFrom('remembered_choices')
    .where('updated_at', '<', ago(`${rememberedLimits.retentionDays} days`))
    .execute();
}
