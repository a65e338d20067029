import type { GroupSum } from '#contract/portal/list-counts.ts';
import { recordWaits } from '#contract/portal/record-waits.ts';
import type { Grouping } from '#contract/v1/list-parameters.ts';
import { typesByList } from '#contract/v1/record-types.ts';
import type { RecordTable } from '#server/records/records.store.ts';

/** The records of a list that share these values, and their amounts together. */
export interface GroupRow {
  readonly status?: string;
  readonly sub_status?: string;
  readonly has_request?: boolean;
  readonly contact_id?: string;
  readonly currency: string | null;
  readonly total: number;
  readonly amount: string | null;
}

/** Returns by what a row is added to others: its value, or whom its status waits on. */
function findGroupKey(table: RecordTable, by: Grouping | '', row: GroupRow): string {
  const { status = '', sub_status: subStatus = '', has_request: hasRequest = false } = row;
  if (by === 'contact') return row.contact_id ?? '';
  if (by !== 'waitingOn') return status;
  const statuses = { status, subStatus, statusSinceDate: '', subStatusSinceDate: '' };
  const wait = recordWaits[typesByList[table]](statuses);
  return hasRequest ? 'partner' : (wait?.on ?? '');
}

/** Adds up the rows of one group and currency: several statuses wait on the same. */
export function mergeGroups(
  table: RecordTable,
  by: Grouping | '',
  rows: readonly GroupRow[],
): GroupSum[] {
  const sums = new Map<string, GroupSum>();
  for (const row of rows) {
    const { currency, total, amount } = row;
    const key = findGroupKey(table, by, row);
    const of = `${key} ${currency}`;
    const before = sums.get(of) ?? { key, currency, total: 0, amount: null };
    sums.set(of, { ...before, total: before.total + total, amount: add(before.amount, amount) });
  }
  return [...sums.values()];
}

function add(one: string | null, other: string | null): string | null {
  return one === null || other === null ? (one ?? other) : (Number(one) + Number(other)).toFixed(2);
}
