import { sql } from 'kysely';

import type { Db } from '#server/db/connect.ts';

/** Counts the stored totals and blocks that are not what the records are, at one moment. */
export async function countTotalDifferences(db: Db): Promise<number> {
  const { rows } = await sql<{ differences: number }>`
    with records as (
      select 'lead' as record_type, partner_id, contact_id, status, sub_status, has_request, created_at,
        converted_deal_id is not null as has_deal, 1 as total from leads
      union all
      select 'deal', partner_id, contact_id, status, sub_status, has_request, created_at, false, 1 from deals
    ), changed as (
      select record_type, partner_id, contact_id, status, sub_status, has_request, created_at, has_deal, change from total_changes
    ), owned as (
      select of, record_type, level.*, status, sub_status, has_request, total,
        case when has_deal or (record_type = 'lead' and 'Converted' in (status, sub_status)) then total else 0 end as converted,
        coalesce((select max(starts_at) from creation_blocks as b where b.contact_id = level.contact and b.partner_id = level.partner
          and b.record_type = counted.record_type and b.starts_at <= counted.created_at), '-infinity') as block
      from (select 'record' as of, * from records union all select 'change', * from changed) as counted
      cross join lateral (values ('', ''), (partner_id, ''), (partner_id, contact_id)) as level(partner, contact)
    ), counted as (
      select of, record_type, partner, contact, null::timestamptz as block, status, sub_status, has_request, total, 0 as converted from owned
      union all select of, record_type, partner, contact, block, null, null, null, total, converted from owned
      union all select 'total', record_type, partner_id, contact_id, null, status, sub_status, has_request, total, 0 from status_totals
      union all select 'total', record_type, partner_id, contact_id, starts_at, null, null, null, total, converted from creation_blocks
    )
    select (select count(*) from (
      select before, sum(total) over (partition by contact_id, partner_id, record_type order by starts_at) - total as counted
      from creation_blocks) as placed where before <> counted) + (select count(*) from (
      select from counted group by record_type, partner, contact, block, status, sub_status, has_request
      having sum(case of when 'record' then total else -total end) <> 0
        or sum(case of when 'record' then converted else -converted end) <> 0
    ) as wrong) + (select count(*) from (
      select record_type, partner_id, contact_id, total from records
      union all select 'lead', partner_id, contact_id, -total from lead_totals
      union all select 'deal', partner_id, contact_id, -total from deal_totals
    ) as owned group by record_type, partner_id, contact_id having sum(total) <> 0) as differences`.execute(
    db,
  );
  return Number(rows[0]?.differences);
}
