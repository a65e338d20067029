import type { Via } from '#server/db/record-tables.ts';

import type { Random } from './random.ts';

/** A change of a demo record in the past; `set` has the columns that it changes. */
export interface PastChange<Columns> {
  /** Minutes before the seeding; can be a fraction. */
  readonly minutesAgo: number;
  readonly by: string;
  readonly via: Via;
  readonly set: Partial<Columns>;
}

/** A status that a demo record had, and for how many days records typically have it. */
export interface Stage {
  readonly status: string;
  readonly subStatus: string;
  readonly days: number;
}

/** A stage and when it began. */
export interface DatedStage extends Stage {
  readonly minutesAgo: number;
}

const day = 24 * 60;
/** Records older than this have few changes, in minutes: seeding has to be fast. */
export const maxDetailedAge = 40 * day;

/** An open record that has more time to explain than this has waited before, in days. */
const maxSlackDays = 12;

/** Returns a duration around a typical one, in minutes: most are shorter, some much longer. */
function around(random: Random, days: number): number {
  return days * day * (0.35 + 2 * random.fraction() ** 3);
}

/**
 * Returns when each stage of a record began. `age` is the record's, in minutes. The last stage of
 * an ended record stands since the others took their time, or since `endAgo` minutes. `waiting` is
 * the stage in which an open record spent the time that its other stages don't explain.
 */
export function datedStages(
  random: Random,
  stages: readonly Stage[],
  { age, endAgo, waiting }: { age: number; endAgo?: number; waiting?: Omit<Stage, 'days'> },
): DatedStage[] {
  const last = stages.at(-1);
  if (!last) return [];
  const spans = stages
    .slice(0, -1)
    .map((stage) => ({ stage, minutes: around(random, stage.days) }));
  const total = () => spans.reduce((sum, { minutes }) => sum + minutes, 0);
  const latest = waiting ? Math.min(around(random, last.days), age / 2) : age * 0.15;
  const isFixed = endAgo !== undefined || waiting !== undefined;
  const room = age - (endAgo ?? latest);
  if (waiting && room - total() > maxSlackDays * day) {
    if (spans.length === 0) spans.push({ stage: last, minutes: around(random, last.days) });
    spans.push({ stage: { ...waiting, days: 0 }, minutes: Math.max(0, room - total()) });
  }
  const scale = isFixed || total() > room ? room / total() : 1;
  let minutesAgo = age;
  const dated: DatedStage[] = [];
  for (const { stage, minutes } of spans) {
    dated.push({ ...stage, minutesAgo });
    minutesAgo -= minutes * scale;
  }
  return [...dated, { ...last, minutesAgo }];
}

/** Calls that were recorded between two moments: from how many calls to how many. */
interface Calls {
  readonly made: number;
  readonly total: number;
  readonly from: number;
  readonly until: number;
  /** Whether the first call is recorded before the others. */
  readonly isDetailed: boolean;
}

/** Returns the records of calls, at most two: several calls can be recorded at once. */
export function callChanges(
  random: Random,
  { made, total, from, until, isDetailed }: Calls,
): { readonly minutesAgo: number; readonly set: { readonly calls_made: number } }[] {
  const calls = total - made;
  if (calls <= 0) return [];
  const between = () => until + random.fraction() * (from - until);
  const [first, second] = [between(), between()].toSorted((one, other) => other - one);
  const last = { minutesAgo: second ?? until, set: { calls_made: total } };
  if (calls === 1 || !isDetailed) return [last];
  return [{ minutesAgo: first ?? from, set: { calls_made: made + 1 } }, last];
}
