import type { Db } from '#server/db/connect.ts';
import { type RecordTable, recordTypes } from '#server/records/record-types.ts';
import type { Scope } from '#server/records/records.policy.ts';
import { scopeConditions } from '#server/records/search/search-condition.ts';
import { type Bind, joinAll, runStatement, statement } from '#server/records/statement.ts';

/** The SQL of whether a lead `r`, or a change of totals `r`, is of a lead that became a deal. */
export const isConverted = (hasDeal: string): string =>
  `(${hasDeal} or 'Converted' in (r.status, r.sub_status))`;

/** Whose numbers are stored: those of everybody, of each partner, and of each contact. */
type Level = 'everybody' | 'partners' | 'contacts';

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
  readonly offset: number;
}

/**
 * Returns the query for the place of a page by number: `at`, where its block begins in this order,
 * and `skipped`, how many records of the block come before the page. Blocks and the changes that
 * are not yet added are put in one order and summed: the row of a block is its first moment, which
 * its changes precede in descending order.
 */
export function placeText(
  { table, scope, isDescending, offset }: PlaceRequest,
  bind: Bind,
): string {
  const [direction, first, at, before] = isDescending
    ? ['at desc, is_block', 'infinity', 'min(at)', 'reached']
    : ['at, is_block desc', '-infinity', 'max(at)', 'reached - change'];
  const ofTable = `r.record_type = '${recordTypes[table].name}'`;
  const blocks = joinAll([ofTable, ...ownConditions(scope, bind)]);
  const changes = joinAll([ofTable, ...scopeConditions('r', scope, bind)]);
  const skipped = `${bind(offset)}::bigint`;
  return `
    select coalesce(${at}, '${first}') as at, (${skipped} - coalesce(max(${before}), 0))::bigint as skipped
    from (
      select *, sum(change) over (order by ${direction} rows unbounded preceding) as reached
      from (
        select r.starts_at as at, r.total::integer as change, true as is_block from creation_blocks as r where ${blocks}
        union all
        select r.created_at, r.change::integer, false from total_changes as r where ${changes}
      ) as moments
    ) as summed where is_block and ${before} <= ${skipped}`;
}

/** A block of an owner, the end of it, and how many records a block of this owner should have. */
interface Block {
  readonly record_type: 'lead' | 'deal';
  readonly partner_id: string;
  readonly contact_id: string;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly size: number;
}

/** How many blocks a large one becomes at once. */
const maxParts = 200;

/** How many records a block has at least when it is split off. */
const minSize = 500;

// By the root of an owner’s records: the blocks of many take as long to add up as the records of
// one take to pass over, of which ten are as fast as one block.
const sizeText = (min: number) => `greatest(${min}, sqrt(sum(total)) * 3 / 2)::integer`;
const largeBlocks = (min: number) => `
  select b.record_type, b.partner_id, b.contact_id, b.starts_at::text, owner.size,
    coalesce((select min(n.starts_at) from creation_blocks as n where n.contact_id = b.contact_id and n.partner_id = b.partner_id
      and n.record_type = b.record_type and n.starts_at > b.starts_at), 'infinity')::text as ends_at
  from (
    select contact_id, partner_id, record_type, ${sizeText(min)} as size
    from creation_blocks group by 1, 2, 3 having max(total) > 2 * ${sizeText(min)}
  ) as owner join creation_blocks as b using (contact_id, partner_id, record_type)
  where b.total > 2 * owner.size`;

/**
 * Splits one block that has become too large. No writer waits for it: a block has the records that
 * a statement sees, less the changes that are not yet added. Records of one time stay together.
 * Returns whether there was one; false also while another process adds up totals.
 */
export async function splitBlock(db: Db, min = minSize): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const lock = `select pg_try_advisory_xact_lock(hashtext('total_changes')) as is_locked`;
    const [own] = await runStatement<{ is_locked: boolean }>(tx, { text: lock, values: [] });
    if (!own?.is_locked) return false;
    for (const block of await runStatement<Block>(tx, { text: largeBlocks(min), values: [] })) {
      const starts = await findStarts(tx, block);
      if (starts.length === 0) continue;
      await runStatement(
        tx,
        statement((bind) => splitText(block, starts, bind)),
      );
      return true;
    }
    return false;
  });
}

/** Returns where the parts of a block begin, except the first; none if all have one time. */
async function findStarts(tx: Db, block: Block): Promise<readonly string[]> {
  const every = statement((bind) => {
    const size = `${bind(block.size)}::integer`;
    return `
      select distinct at::text as at from (
        select r.created_at as at, row_number() over (order by r.created_at) as n from ${selectRecords(block, bind)}
        order by r.created_at limit ${maxParts} * ${size}
      ) as first where n % ${size} = 0 and at > ${bind(block.starts_at)}::timestamptz order by 1`;
  });
  const second = statement((bind) => {
    const records = selectRecords(block, bind);
    return `
      select min(r.created_at)::text as at from ${records} and r.created_at > (select min(r.created_at) from ${records})
      having min(r.created_at) is not null`;
  });
  const rows = await runStatement<{ at: string }>(tx, every);
  const found = rows.length > 0 ? rows : await runStatement<{ at: string }>(tx, second);
  return found.map(({ at }) => at);
}

/** Returns the records of a block, or what else has an owner and a time of creation, as `r`. */
function selectRecords(block: Block, bind: Bind, table = `${block.record_type}s`): string {
  const owner = (['contact_id', 'partner_id'] as const).find((name) => block[name] !== '');
  return `${table} as r where ${joinAll([
    `r.created_at >= ${bind(block.starts_at)}::timestamptz`,
    `r.created_at < ${bind(block.ends_at)}::timestamptz`,
    ...(owner ? [`r.${owner} = ${bind(block[owner])}`] : []),
  ])}`;
}

/** Returns the statement that makes parts of a block; the last one has what is left of it. */
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
      select total - (select coalesce(sum(total), 0) from seen) as total, converted - (select coalesce(sum(converted), 0) from seen) as converted
      from creation_blocks where contact_id = ${contact} and partner_id = ${partner} and record_type = ${type} and starts_at = ${from}::timestamptz
    )
    insert into creation_blocks (record_type, partner_id, contact_id, starts_at, total, converted)
    select ${type}, ${partner}, ${contact}, (array[${from}::timestamptz] || ${begins})[part + 1], sum(total), sum(converted)
    from (
      table seen
      union all select ${starts.length}, total, converted from block
      union all select part, 0, 0 from generate_series(0, ${starts.length}) as part
    ) as parts group by part
    on conflict (contact_id, partner_id, record_type, starts_at)
      do update set total = excluded.total, converted = excluded.converted`;
}
