import type { Pool, PoolClient } from 'pg';

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
  /** The values that a check allows, if it lists them. */
  readonly allowed: readonly string[] | null;
}

/** A foreign key: columns of a table, and the columns of another that they refer to. */
interface Reference {
  readonly table: string;
  readonly columns: readonly string[];
  readonly other: string;
  readonly others: readonly string[];
}

/** The tables that triggers alone write: their rows follow from those of others. */
export const derivedTables = /total|^creation_blocks$|^audit_chains$/;
/** The columns whose JSON is a list, and an entry of any list, or an object of any other column. */
const lists = new Set(['cells', 'errors', 'faults', 'lead_times']);
const entry =
  '{"companyName": "Kauri Clinics", "column": "phone", "fault": "None.", "error": "None."}';

/** How often a row is generated until the database takes it. */
const maxTries = 400;

/**
 * Writes rows into every table, whatever its columns, references and checks are: values are chosen
 * at random, always the same ones, until the database takes a row. Triggers run as for any other
 * row. Returns the tables that still have none.
 */
export async function generateRows(pool: Pool, perTable = 2): Promise<string[]> {
  const client = await pool.connect();
  try {
    const columns = Map.groupBy(await readColumns(client), ({ table }) => table);
    const references = await readReferences(client);
    let empty = [...columns.keys()].filter((table) => !derivedTables.test(table));
    // A table that refers to another one can be filled after it.
    for (let before = Infinity; empty.length < before;) {
      before = empty.length;
      const left: string[] = [];
      for (const table of empty) {
        const all = columns.get(table) ?? [];
        const own = references.filter((reference) => reference.table === table);
        const isFilled = await fill(
          client,
          table,
          all,
          [...own, ...toRecord(table, all)],
          perTable,
        );
        if (!isFilled) left.push(table);
      }
      empty = left;
    }
    return empty;
  } finally {
    client.release();
  }
}

/** Returns the reference to a lead of a table that has the id of any record, without a key. */
function toRecord(table: string, columns: readonly Column[]): Reference[] {
  const same = { record_id: 'id', partner_id: 'partner_id', contact_id: 'contact_id' };
  const found = Object.entries(same).filter(([own]) => columns.some(({ name }) => name === own));
  if (found[0]?.[0] !== 'record_id') return [];
  const [own, others] = [found.map(([name]) => name), found.map(([, name]) => name)];
  return [{ table, columns: own, other: 'leads', others }];
}

async function fill(
  client: PoolClient,
  table: string,
  columns: readonly Column[],
  references: readonly Reference[],
  count: number,
): Promise<boolean> {
  const random = randomFrom(table);
  let stored = await countRows(client, table);
  for (let tries = 0; tries < maxTries && stored < count; tries += 1) {
    const values = new Map(columns.map((each) => [each.name, valueFor(each, random)]));
    for (const { columns: own, other, others } of references) {
      // Sometimes none at all, where that is allowed.
      const isOptional = own.some((name) => columns.find((each) => each.name === name)?.isNullable);
      const { rows } = await client.query<Record<string, unknown>>(
        `select ${others.map(quoted).join()} from ${quoted(other)} order by random() limit 1`,
      );
      const row = isOptional && random() < 0.4 ? undefined : rows[0];
      if (!row && !isOptional) return stored > 0;
      own.forEach((name, at) => values.set(name, row?.[others[at] ?? ''] ?? null));
    }
    const names = [...values.keys()];
    const marks = names.map((_, at) => `$${at + 1}`);
    const { rowCount } = await client
      .query(
        `insert into ${quoted(table)} (${names.map(quoted).join()}) values (${marks.join()})`,
        [...values.values()],
      )
      .catch(() => ({ rowCount: 0 }));
    stored += rowCount ?? 0;
  }
  return stored > 0;
}

async function countRows(client: PoolClient, table: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::integer as count from ${quoted(table)}`,
  );
  return rows[0]?.count ?? 0;
}

function valueFor({ name, type, isNullable, allowed }: Column, random: () => number): unknown {
  if (isNullable && random() < 0.5) return null;
  if (allowed) return allowed[Math.floor(random() * allowed.length)];
  if (type.startsWith('_')) return random() < 0.5 ? [] : ['companyName'];
  if (type.startsWith('json')) return lists.has(name) ? `[${entry}]` : entry;
  // Triggers write it into the history, which has a check.
  if (name.endsWith('via')) return 'operator';
  // The service serves no demo accounts outside demo mode.
  if (type === 'bool') return name !== 'is_demo' && random() < 0.5;
  if (type === 'bytea') return Buffer.from('some');
  if (type === 'text') return `${name} ${Math.floor(random() * 1e9).toString(36)}`;
  if (type === 'date' || type.startsWith('timestamp'))
    return new Date(Date.UTC(2026, 0, 1) + Math.floor(random() * 1e10));
  return Math.floor(random() * 3);
}

/** Returns numbers from 0 to 1, always the same ones for a name (xorshift). */
function randomFrom(name: string): () => number {
  let state = Array.from(name).reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

const quoted = (name: string) => `"${name}"`;

async function readColumns(client: PoolClient): Promise<readonly Column[]> {
  const { rows } = await client.query<Column>(`
    select relname as table, attname as name, typname as type, not attnotnull as "isNullable",
      (select array_agg(found[1]) from pg_constraint,
         regexp_matches(pg_get_constraintdef(pg_constraint.oid), '''([^'']+)''::text', 'g') as found
       where conrelid = pg_class.oid and contype = 'c' and conkey = array[attnum]) as allowed
    from pg_class join pg_attribute on attrelid = pg_class.oid join pg_type on pg_type.oid = atttypid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname !~ '^(kysely|schema)_' and attnum > 0 and not attisdropped and attidentity = '' and attgenerated = ''
    order by relname, attnum`);
  return rows;
}

async function readReferences(client: PoolClient): Promise<readonly Reference[]> {
  const { rows } = await client.query<Reference>(`
    select own.relname as table, other.relname as other,
      array(select attname::text from unnest(conkey) with ordinality as key (number, at)
            join pg_attribute on attrelid = conrelid and attnum = number order by at) as columns,
      array(select attname::text from unnest(confkey) with ordinality as key (number, at)
            join pg_attribute on attrelid = confrelid and attnum = number order by at) as others
    from pg_constraint join pg_class as own on own.oid = conrelid join pg_class as other on other.oid = confrelid
    where contype = 'f' and conparentid = 0 order by 1`);
  return rows;
}
