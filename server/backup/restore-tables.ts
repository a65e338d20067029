import { text } from 'node:stream/consumers';

import { sql } from 'kysely';
import * as z from 'zod/mini';

import type { Db } from '#server/db/connect.ts';
import { systemErrorCode } from '#server/errors/system-error-code.ts';

import { damagedBackup } from './read-archive.ts';

/** A column that is stored; `sequence` is what its next value comes from. */
interface Column {
  readonly name: string;
  readonly sequence: string | null;
}

/** Stores rows unchanged in empty tables: no trigger runs, and identities continue after them. */
export class TableRestore {
  readonly #tx: Db;
  readonly #columns: ReadonlyMap<string, readonly Column[]>;

  private constructor(tx: Db, columns: ReadonlyMap<string, readonly Column[]>) {
    this.#tx = tx;
    this.#columns = columns;
  }

  /** Prepares tables for {@link add}, within a transaction. */
  static async begin(tx: Db, tables: readonly string[]): Promise<TableRestore> {
    const columns = new Map<string, readonly Column[]>();
    for (const table of tables) {
      await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx);
      columns.set(table, await listColumns(tx, table));
    }
    return new TableRestore(tx, columns);
  }

  /**
   * Stores rows of a table, each a JSON string in a line of its own.
   * @throws ExplainedError if they are none of the table
   */
  async add(table: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    const rows = readRows(await text(bytes));
    const columns = this.#columns.get(table);
    if (!rows || !columns) throw misfit(table);
    const name = sql.table(table);
    const names = sql.join(columns.map((column) => sql.ref(column.name)));
    await sql`
      insert into ${name} (${names}) overriding system value
      select ${names} from json_populate_recordset(null::${name}, ${`[${rows.join(',')}]`}::json)`
      .execute(this.#tx)
      .catch((error: unknown) => {
        // Without the error about the values: they are personal data.
        throw isAboutValues(error) ? misfit(table) : error;
      });
  }

  /** Completes the tables, so that the portal can use them. */
  async end(): Promise<void> {
    for (const [table, columns] of this.#columns) {
      const name = sql.table(table);
      for (const { name: column, sequence } of columns)
        if (sequence !== null)
          await sql`select setval(${sequence}, max(${sql.ref(column)})) from ${name}`.execute(
            this.#tx,
          );
      await sql`alter table ${name} enable trigger user`.execute(this.#tx);
    }
  }
}

async function listColumns(tx: Db, table: string): Promise<readonly Column[]> {
  const { rows } = await sql<Column>`
    select attname::text as name, pg_get_serial_sequence(attrelid::regclass::text, attname) as sequence
    from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum`.execute(tx);
  return rows;
}

/** Returns the rows of lines; undefined if they are none. */
function readRows(lines: string): string[] | undefined {
  try {
    return z.array(z.string()).parse(JSON.parse(`[${lines.trimEnd().replaceAll('\n', ',')}]`));
  } catch {
    return undefined;
  }
}

const misfit = (table: string) => damagedBackup(`rows of ${table} do not fit into the table`);

/** Returns whether the database rejects values (classes 22 and 23 of SQLSTATE). */
const isAboutValues = (error: unknown) => /^2[23]/.test(systemErrorCode(error) ?? '');
