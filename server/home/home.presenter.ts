import type { HomeRecord } from '#contract/portal/home.ts';

import type { HomeRow } from './home.store.ts';
import { presentStageTime, type StageTimeRow } from './stage-times.store.ts';

/** Returns a record as the home page shows it; only support reads whose it is. */
export function presentHomeRecord(
  row: HomeRow,
  { stageTimes, isSupport }: { stageTimes: readonly StageTimeRow[]; isSupport: boolean },
): HomeRecord {
  return {
    type: row.table === 'leads' ? 'lead' : 'deal',
    id: row.id,
    name: row.name,
    company: row.company,
    amount: row.amount ?? '',
    status: row.status,
    subStatus: row.sub_status,
    statusSinceDate: row.status_since.toISOString(),
    subStatusSinceDate: row.sub_status_since.toISOString(),
    contact: row.contact_name,
    partner: isSupport ? { id: row.partner_id, name: row.partner_name } : null,
    stageTime: presentStageTime(
      stageTimes.find(
        (stage) =>
          stage.table === row.table &&
          stage.partner_id === row.partner_id &&
          stage.status === row.status,
      ),
    ),
  };
}
