import { sql } from 'kysely';

import type { Db } from '#server/db/connect.ts';

import type { PastChange } from './past.ts';

/** The past of one demo record. */
export interface Past<Columns> {
  readonly created: Columns;
  readonly changes: readonly PastChange<Columns>[];
}

interface Called {
  readonly calls_made: number;
  readonly last_call_at: Date | null;
}

/** The records of a table with their pasts, and the columns that these change, with their types. */
interface Replay<Columns> {
  readonly table: 'leads' | 'deals';
  readonly columns: Readonly<Record<keyof Columns & string, string>>;
  readonly pasts: ReadonlyMap<string, Past<Columns>>;
  readonly now: Date;
}

/**
 * Lets inserted records live through their pasts, so that they have a history and reach their
 * present state. The changes of all records are made in rounds of one statement each: the first
 * change of every record, then the second.
 */
export async function replayPasts<Columns extends Called>(
  tx: Db,
  { table, columns, pasts, now }: Replay<Columns>,
): Promise<void> {
  const changesById = Array.from(pasts, ([id, past]) => [id, rowsOf(past, now)] as const);
  const names = Object.entries<string>({
    ...columns,
    updated_at: 'timestamptz',
    updated_by: 'text',
    updated_via: 'text',
  });
  // A column without a value in the row stays as it is; no change of the past empties a column.
  const set = sql.raw(names.map(([name]) => `${name} = coalesce(r.${name}, t.${name})`).join(', '));
  const types = sql.raw(names.map(([name, type]) => `${name} ${type}`).join(', '));
  for (let round = 0; ; round += 1) {
    const rows = changesById.flatMap(([id, changes]) => {
      const change = changes[round];
      return change ? [{ id, ...change }] : [];
    });
    if (rows.length === 0) return;
    await sql`update ${sql.table(table)} as t set ${set}, version = version + 1
      from json_to_recordset(${JSON.stringify(rows)}::json) as r(id text, ${types}) where t.id = r.id`.execute(
      tx,
    );
  }
}

/** Returns the changes of a record as rows, oldest first. */
function rowsOf<Columns extends Called>({ changes }: Past<Columns>, now: Date) {
  return changes
    .toSorted((one, other) => other.minutesAgo - one.minutesAgo)
    .map(({ minutesAgo, by, via, set }) => {
      const at = new Date(now.getTime() - Math.round(minutesAgo * 60_000));
      const call = set.calls_made === undefined ? {} : { last_call_at: at };
      return { ...set, ...call, updated_at: at, updated_by: by, updated_via: via };
    });
}
