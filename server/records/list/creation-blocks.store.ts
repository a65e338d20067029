import { type RecordType, typesByList } from '#contract/v1/record-types.ts';
import type { Db } from '#server/db/connect.ts';
import { type Bind, joinAll, runStatement, statement } from '#server/db/statement.ts';
import type { Scope } from '#server/records/records.policy.ts';
import { type RecordTable } from '#server/records/records.store.ts';
import { scopeConditions } from '#server/records/scope.store.ts';

/** The SQL of whether a lead `r`, or a change of totals `r`, is of a lead that became a deal. */
export const isConverted = (hasDeal: string): string =>
  `(${hasDeal} or 'Converted' in (r.status, r.sub_status))`;

/** The owners whose numbers are stored: everybody, each partner, and each contact. */
export type Level = 'everybody' | 'partners' | 'contacts';

/** Returns the level at which the numbers of a scope are stored. */
export function findLevel(scope: Scope): Level {
  if ('everything' in scope) return 'everybody';
  return 'partnerId' in scope ? 'partners' : 'contacts';
}

/** Returns the conditions of the stored numbers `r` of a level. */
export function levelConditions(level: Level): string[] {
  if (level === 'contacts') return [`r.contact_id <> ''`];
  return [`r.contact_id = ''`, `r.partner_id ${level === 'partners' ? '<>' : '='} ''`];
}

/** Returns the conditions of the stored numbers `r` of a scope as a whole. */
export function ownConditions(scope: Scope, bind: Bind): string[] {
  return [...levelConditions(findLevel(scope)), ...scopeConditions('r', scope, bind)];
}

/** A page by number in the order of creation. */
interface PlaceRequest {
  readonly table: RecordTable;
  readonly scope: Scope;
  readonly isDescending: boolean;
}

/** Returns the sum of the pending changes that meet a condition. */
const pending = (where: string) =>
  `(select coalesce(sum(change), 0)::bigint from pending where ${where})`;

/**
 * Returns the query for the place of a page by number, `offset` in SQL: `at`, the beginning of a
 * block in this order, and `skipped`, how many records come between that and the page. The number
 * of records before a block is the stored one and its pending changes, which change it by no more
 * than their own records.
 */
export function placeText(
  { table, scope, isDescending }: PlaceRequest,
  offset: string,
  bind: Bind,
): string {
  const ofTable = `r.record_type = '${typesByList[table]}'`;
  const own = joinAll([ofTable, ...ownConditions(scope, bind)]);
  const changes = joinAll([ofTable, ...scopeConditions('r', scope, bind)]);
  const before = `r.before + ${pending('created_at < r.starts_at')}`;
  const last = `select r.before + r.total from creation_blocks as r where ${own} order by r.before desc, r.starts_at desc limit 1`;
  // The rank of the page's beginning, counted from the first record.
  const [rank, direction, comparison, end] = isDescending
    ? [`coalesce((${last}), 0) + ${pending('true')} - ${offset}::bigint`, 'asc', '>=', 'infinity']
    : [`${offset}::bigint`, 'desc', '<=', '-infinity'];
  const nearest = `r.before ${comparison} (select at from rank) - ${pending(`change ${isDescending ? '>' : '<'} 0`)}`;
  return `
    with pending as materialized (
      select r.created_at, sum(r.change) as change from total_changes as r where ${changes} group by 1
    ), rank as materialized (select ${rank} as at)
    select coalesce(block.at, '${end}') as at, coalesce(block.skipped, ${offset}::bigint)::bigint as skipped
    from rank left join lateral (
      select r.starts_at as at, abs(${before} - (select at from rank)) as skipped
      from creation_blocks as r where ${own} and ${nearest} and ${before} ${comparison} (select at from rank)
      order by r.before ${direction}, r.starts_at ${direction} limit 1
    ) as block on true`;
}

/** A block of an owner, and the end of it. */
interface Block {
  readonly record_type: RecordType;
  readonly partner_id: string;
  readonly contact_id: string;
  readonly starts_at: string;
  readonly ends_at: string;
}

/** How many blocks a large one becomes at once. */
const maxParts = 200;

/** How many records a part has: the records of a block are passed over one by one. */
const partSize = 500;

const largeBlocks = (size: number) => `
  select b.record_type, b.partner_id, b.contact_id, b.starts_at::text,
    coalesce((select min(n.starts_at) from creation_blocks as n where n.contact_id = b.contact_id and n.partner_id = b.partner_id
      and n.record_type = b.record_type and n.starts_at > b.starts_at), 'infinity')::text as ends_at
  from creation_blocks as b where b.total > ${2 * size}`;

/**
 * Splits one block that has become too large. No writer waits for it: a block has the records that
 * a statement sees, less the changes that are not yet added. Records of one time stay together.
 * Returns whether there was one; false also while another process adds up totals.
 */
export async function splitBlock(db: Db, size = partSize): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const lock = `select pg_try_advisory_xact_lock(hashtext('total_changes')) as is_locked`;
    const [own] = await runStatement<{ is_locked: boolean }>(tx, { text: lock, values: [] });
    if (!own?.is_locked) return false;
    for (const block of await runStatement<Block>(tx, { text: largeBlocks(size), values: [] })) {
      const starts = await findStarts(tx, block, size);
      if (starts.length === 0) continue;
      await runStatement(tx, (bind) => splitText(block, starts, bind));
      return true;
    }
    return false;
  });
}

/** Returns where the parts of a block begin, except the first; none if all have one time. */
async function findStarts(tx: Db, block: Block, size: number): Promise<readonly string[]> {
  const second = statement((bind) => {
    const records = selectRecords(block, bind);
    return `
      select min(r.created_at)::text as at from ${records} and r.created_at > (select min(r.created_at) from ${records})
      having min(r.created_at) is not null`;
  });
  const every = statement(
    (bind) => `
      select distinct at::text as at from (
        select r.created_at as at, row_number() over (order by r.created_at) as n from ${selectRecords(block, bind)}
        order by r.created_at limit ${maxParts * size}
      ) as first where n % ${size} = 0 and at > ${bind(block.starts_at)}::timestamptz order by 1`,
  );
  const found = await runStatement<{ at: string }>(tx, second);
  const all = found.length > 0 ? await runStatement<{ at: string }>(tx, every) : [];
  return (all.length > 0 ? all : found).map(({ at }) => at);
}

/** Returns the records of a block, or other rows with an owner and a time of creation, as `r`. */
function selectRecords(block: Block, bind: Bind, table = `${block.record_type}s`): string {
  const owner = (['contact_id', 'partner_id'] as const).find((name) => block[name] !== '');
  return `${table} as r where ${joinAll([
    `r.created_at >= ${bind(block.starts_at)}::timestamptz`,
    `r.created_at < ${bind(block.ends_at)}::timestamptz`,
    ...(owner ? [`r.${owner} = ${bind(block[owner])}`] : []),
  ])}`;
}

/** Returns the statement that makes parts of a block; the last one has the rest of it. */
function splitText(block: Block, starts: readonly string[], bind: Bind): string {
  const [type, partner, contact] = [block.record_type, block.partner_id, block.contact_id].map(
    bind,
  );
  const [from, begins] = [bind(block.starts_at), `${bind(starts)}::timestamptz[]`];
  const parts = { ...block, ends_at: starts.at(-1) ?? block.ends_at };
  const converted = (hasDeal: string) =>
    block.record_type === 'lead' ? isConverted(hasDeal) : 'false';
  return `
    with seen as (
      select width_bucket(r.created_at, ${begins}) as part, count(*) as total,
        count(*) filter (where ${converted('r.converted_deal_id is not null')}) as converted
      from ${selectRecords(parts, bind)} group by 1
      union all
      select width_bucket(r.created_at, ${begins}), -sum(r.change), -coalesce(sum(r.change) filter (where ${converted('r.has_deal')}), 0)
      from ${selectRecords(parts, bind, 'total_changes')} and r.record_type = ${type} group by 1
    ), block as (
      select before, total - (select coalesce(sum(total), 0) from seen) as total, converted - (select coalesce(sum(converted), 0) from seen) as converted
      from creation_blocks where contact_id = ${contact} and partner_id = ${partner} and record_type = ${type} and starts_at = ${from}::timestamptz
    )
    insert into creation_blocks (record_type, partner_id, contact_id, starts_at, total, converted, before)
    select ${type}, ${partner}, ${contact}, (array[${from}::timestamptz] || ${begins})[part + 1], sum(total), sum(converted),
      (select before from block) + coalesce(sum(sum(total)) over (order by part rows between unbounded preceding and 1 preceding), 0)
    from (
      table seen
      union all select ${starts.length}, total, converted from block
      union all select part, 0, 0 from generate_series(0, ${starts.length}) as part
    ) as parts group by part
    on conflict (contact_id, partner_id, record_type, starts_at)
      do update set total = excluded.total, converted = excluded.converted, before = excluded.before`;
}
