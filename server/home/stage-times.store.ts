import { stageLimits, type StageTime } from '#contract/portal/stage-times.ts';
import type { Db } from '#server/db/connect.ts';
import type { RecordTable } from '#server/records/record-types.ts';
import { queryRows } from '#server/records/statement.ts';

/** A status of a partner’s leads or deals. */
export interface Stage {
  readonly table: RecordTable;
  readonly partner_id: string;
  readonly status: string;
}

/** How long a partner’s records usually stand in a status, in milliseconds. */
export interface StageTimeRow extends Stage {
  readonly median: number;
  readonly percentile90: number;
}

/**
 * Returns the usual time in each stage, from the latest stays that have ended. Stages that too few
 * records have left are not included.
 */
export async function listStageTimes(db: Db, stages: readonly Stage[]): Promise<StageTimeRow[]> {
  if (stages.length === 0) return [];
  const { minStays, maxStays } = stageLimits;
  return queryRows(db, (bind) => {
    const column = (name: keyof Stage) => `${bind(stages.map((stage) => stage[name]))}::text[]`;
    return `
      select distinct stage.*, times.percentiles[1] as median, times.percentiles[2] as percentile90
      from unnest(${column('table')}, ${column('partner_id')}, ${column('status')})
        as stage("table", partner_id, status)
      cross join lateral (
        select count(*) as total,
          percentile_cont(array[0.5, 0.9]) within group (order by stayed) as percentiles
        from (
          select (extract(epoch from at - former_status_since) * 1000)::float8 as stayed
          from changes
          where partner_id = stage.partner_id
            and record_type = case stage."table" when 'leads' then 'lead' else 'deal' end
            and former ->> 'status' = stage.status and former_status_since is not null
          order by at desc, id desc limit ${maxStays}
        ) as stays
      ) as times
      where times.total >= ${minStays}`;
  });
}

/** Returns the usual time in a status as responses have it; null if it is not known. */
export function presentStageTime(stage: StageTimeRow | undefined): StageTime | null {
  return stage ? { median: stage.median, percentile90: stage.percentile90 } : null;
}
