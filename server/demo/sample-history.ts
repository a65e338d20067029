import { sql } from 'kysely';

import type { Db } from '#server/db/connect.ts';
import type { Via } from '#server/db/record-tables.ts';

import type { Random } from './random.ts';

/** A status of a record, and when it began, in minutes before the seeding. */
export interface SampleStage {
  readonly status: string;
  readonly subStatus: string;
  readonly minutesAgo: number;
}

/** A status that a record had, and for how many days records typically have it. */
export interface PassedStage extends Omit<SampleStage, 'minutesAgo'> {
  readonly days: number;
}

/** A change of a record: the columns that it sets, and how many calls it records. */
export interface SampleChange {
  readonly minutesAgo: number;
  readonly by: string;
  readonly via: Via;
  readonly set?: Readonly<Record<string, unknown>>;
  readonly calls?: number;
}

/** A record as it was created, and its changes since then. */
export interface Sample<Row extends { readonly id: string }> {
  readonly row: Row;
  /** When it was created, in minutes before the seeding. */
  readonly minutesAgo: number;
  readonly changes: readonly SampleChange[];
}

const day = 24 * 60;

/** Returns a duration around a typical one, in minutes: most are shorter, some much longer. */
function getDuration(random: Random, days: number): number {
  return days * day * (0.35 + 2 * random.fraction() ** 3);
}

/**
 * Returns how many minutes ago a record got its present status: an ended one up to a year ago, some
 * others longer ago than is usual.
 */
export function getPresentAge(random: Random, days: number, hasEnded: boolean): number {
  const share = random.fraction() ** 2;
  return 2 + share * (hasEnded ? 380 * day : 1.6 * getDuration(random, days));
}

/** Returns the stages that a record passed and its present one, with when each began. */
export function dateStages(
  random: Random,
  passed: readonly PassedStage[],
  present: Omit<SampleStage, 'minutesAgo'>,
  presentAge: number,
): readonly [SampleStage, ...SampleStage[]] {
  let stages: [SampleStage, ...SampleStage[]] = [{ ...present, minutesAgo: presentAge }];
  for (const { days, ...stage } of passed.toReversed()) {
    const minutesAgo = stages[0].minutesAgo + getDuration(random, days);
    stages = [{ ...stage, minutesAgo }, ...stages];
  }
  return stages;
}

/**
 * Returns the changes that the operator made: a record’s stages after the first one, of which the
 * last also sets `atEnd`, and calls in between. Each attempt to reach the client is a call.
 */
export function makeOperatorChanges(
  random: Random,
  stages: readonly [SampleStage, ...SampleStage[]],
  by: string,
  atEnd: Readonly<Record<string, unknown>>,
): SampleChange[] {
  const operator = { by, via: 'operator' } as const;
  const [first, ...others] = stages;
  const last = others.at(-1);
  if (!last) return [];
  const moves = others.map((stage) => ({
    ...operator,
    minutesAgo: stage.minutesAgo,
    set: { status: stage.status, sub_status: stage.subStatus, ...(stage === last && atEnd) },
    calls: stage.subStatus.startsWith('Attempting') ? 1 : 0,
  }));
  const [from, until] = [first.minutesAgo * 0.98, last.minutesAgo * 0.95];
  const calls = Array.from({ length: random.int(0, 2) }, () => ({
    ...operator,
    minutesAgo: until + random.fraction() * (from - until),
    calls: random.int(1, 3),
  }));
  return [...moves, ...calls];
}

const shared =
  'status, sub_status, calls_made, last_call_at, operator_fields, updated_at, updated_by, updated_via';
/** The columns that changes set. */
const columns = { leads: `${shared}, fields, converted_deal_id`, deals: `${shared}, amount` };

/**
 * Makes the changes of inserted records, so that they have a history and reach their present state,
 * in rounds of one statement each: the first change of every record, then the second.
 */
export async function replayChanges(
  tx: Db,
  table: keyof typeof columns,
  samples: readonly Sample<{ readonly id: string }>[],
  now: Date,
): Promise<void> {
  const rows = samples.map(({ row, changes }) => toRows(row.id, changes, now));
  const names = sql.raw(columns[table]);
  for (let round = 0; rows.some((one) => one.length > round); round += 1) {
    const changes = rows.flatMap((one) => one[round] ?? []);
    await sql`update ${sql.table(table)} as record
      set (${names}, version) = (select ${names}, version + 1 from jsonb_populate_record(record, change))
      from jsonb_array_elements(${JSON.stringify(changes)}::jsonb) as change
      where id = change ->> 'id'`.execute(tx);
  }
}

/** Returns the changes of a record as columns of its row, oldest first. */
function toRows(id: string, changes: readonly SampleChange[], now: Date) {
  let made = 0;
  return changes
    .toSorted((one, other) => other.minutesAgo - one.minutesAgo)
    .map(({ minutesAgo, by, via, set, calls = 0 }, index) => {
      // Each has a time of its own: a change without one is of now (migration 0049).
      const at = new Date(now.getTime() - Math.round(minutesAgo * 60_000) + index);
      made += calls;
      const called = calls === 0 ? {} : { calls_made: made, last_call_at: at };
      return { id, ...set, ...called, updated_at: at, updated_by: by, updated_via: via };
    });
}
