import { defaultOrder, type MeasuredList } from './measured-lists.ts';

/** The condition of a reader of all leads. */
export const everything = 'true';

/** Maximum number of records that a filtered list counts, and one more. */
const counted = 10_001;

/**
 * Returns the statements that somebody could write by hand for the rows and the total of a list:
 * as plain as it gets; the ids found first, within an index; all of the reader’s leads read first;
 * all leads of the filter collected first. Each is the fastest for some lists.
 */
export function baselineStatements(
  { where, order = defaultOrder }: Pick<MeasuredList, 'where' | 'order'>,
  scope: string,
): string[] {
  const condition = where === undefined ? scope : `${scope} and ${where}`;
  const own = `(select * from leads where ${scope} offset 0) as leads`;
  const total = (source: string) =>
    where === undefined
      ? `(select sum(total) from lead_totals where ${scope})`
      : `(select count(*) from (select from ${source} limit ${counted}) as counted)`;
  const page = (ids: string, of: string) => `
    select leads.*, ${total(of)} as total
    from (select id from ${ids} order by ${order} limit 20) as page join leads using (id) order by ${order}`;
  return [
    `select *, ${total(`leads where ${condition}`)} as total from leads where ${condition} order by ${order} limit 20`,
    page(`leads where ${condition}`, `leads where ${condition}`),
    ...(scope === everything
      ? []
      : [page(`${own} where ${where ?? 'true'}`, `${own} where ${where ?? 'true'}`)]),
    ...(where === undefined
      ? []
      : [
          `with found as materialized (
            select id, created_at, updated_at, status_since, sub_status_since, last_activity_at, amount_requested
            from leads where ${condition})
          ${page('found', 'found')}`,
        ]),
  ];
}

function byStatus(source: string, condition: string, number: string): string {
  return `select status, sub_status, ${number} as total from ${source} where ${condition} group by 1, 2`;
}

/** Returns the statements for the numbers of leads by status. */
export function baselineCounts({ where }: Pick<MeasuredList, 'where'>, scope: string): string[] {
  const records = byStatus(
    'leads',
    where === undefined ? scope : `${scope} and ${where}`,
    'count(*)',
  );
  if (where !== undefined) return [records];
  const isLead = `${scope} and record_type = 'lead'`;
  return [
    records,
    `select status, sub_status, sum(total) as total from (
      select status, sub_status, total from status_totals where ${isLead}
      union all select status, sub_status, change from total_changes where ${isLead}
    ) as totals group by 1, 2 having sum(total) > 0`,
  ];
}
