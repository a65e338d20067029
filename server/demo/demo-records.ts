import { sql } from 'kysely';

import type { Db } from '#server/db/connect.ts';
import type { ChangeSource } from '#server/db/record-tables.ts';

import type { Random } from './random.ts';
import type { Owner } from './seed-people.ts';

/** The setting that the demo records of a partner share. */
export interface Setting {
  readonly random: Random;
  /** Names of companies that clients already have. */
  readonly companies: Set<string>;
  /** The partner’s contacts; the first has the most records. */
  readonly owners: readonly Owner[];
  readonly supportId: string;
  readonly operatorId: string;
  /** Of the seeding. */
  readonly now: Date;
}

/** A status, and for how many days records typically have it. */
export interface StatusStep {
  readonly status: string;
  readonly subStatus: string;
  readonly days: number;
}

/** A change of a record: the columns that it sets, and how many calls it records. */
interface DemoChange {
  readonly minutesAgo: number;
  readonly by: string;
  readonly via: ChangeSource;
  readonly set?: Readonly<Record<string, unknown>>;
  readonly calls?: number;
}

/** A record as it was created, and its changes since then. */
export interface DemoRecord<Row extends { readonly id: string }> {
  readonly row: Row;
  /** The age at the seeding, in minutes. */
  readonly minutesAgo: number;
  readonly changes: readonly DemoChange[];
}

const day = 24 * 60;

/** Returns somebody to own a record: in more than half of all cases the first contact. */
export function pickOwner({ random, owners }: Setting): Owner {
  return random.pick(random.chance(0.6) ? owners.slice(0, 1) : owners);
}

/** Returns the time of some minutes before the seeding. */
export function toTime(now: Date, minutesAgo: number): Date {
  return new Date(now.getTime() - Math.round(minutesAgo * 60_000));
}

/** Returns a duration around a typical one, in minutes: most are shorter, some much longer. */
function pickDuration(random: Random, days: number): number {
  return days * day * (0.35 + 2 * random.fraction() ** 3);
}

/**
 * Returns how many minutes ago a record got its present status: an ended one up to a year ago, some
 * others longer ago than is usual.
 */
export function pickAge(random: Random, days: number, hasEnded: boolean): number {
  const share = random.fraction() ** 2;
  return 2 + share * (hasEnded ? 380 * day : 1.6 * pickDuration(random, days));
}

interface History {
  readonly owner: Owner;
  readonly creator: { readonly by: string; readonly via: ChangeSource };
  /** The statuses before the present one, from the first. */
  readonly passed: readonly StatusStep[];
  readonly present: Omit<StatusStep, 'days'>;
  /** For how many minutes it has had its present status. */
  readonly presentAge: number;
  /** The columns that the operator sets with the present status. */
  readonly atEnd: Readonly<Record<string, unknown>>;
}

/**
 * Returns what a lead or deal begins with, and the operator’s changes since: each further status,
 * and calls in between. Each attempt to reach the client is a call.
 */
export function makeHistory({ random, now, operatorId }: Setting, history: History) {
  const { owner, creator, passed, present, presentAge, atEnd } = history;
  const begins = [presentAge];
  for (const { days } of passed.toReversed())
    begins.unshift((begins[0] ?? 0) + pickDuration(random, days));
  const [minutesAgo = presentAge] = begins;
  const [first = present, ...others] = passed;
  const later = passed.length === 0 ? [] : [...others, present];
  const operator = { by: operatorId, via: 'operator' } as const;
  const changes: DemoChange[] = later.map(({ status, subStatus }, index) => ({
    ...operator,
    minutesAgo: begins[index + 1] ?? 0,
    set: { status, sub_status: subStatus, ...(index === later.length - 1 && atEnd) },
    calls: subStatus.startsWith('Attempting') ? 1 : 0,
  }));
  const [from, until] = [minutesAgo * 0.98, (changes.at(-1)?.minutesAgo ?? 0) * 0.95];
  for (let calls = later.length > 0 ? random.int(0, 2) : 0; calls > 0; calls -= 1) {
    const callMinutesAgo = until + random.fraction() * (from - until);
    changes.push({ ...operator, minutesAgo: callMinutesAgo, calls: random.int(1, 3) });
  }
  const at = toTime(now, minutesAgo);
  const created = {
    id: random.id(),
    partner_id: owner.partnerId,
    contact_id: owner.contactId,
    status: first.status,
    sub_status: first.subStatus,
    status_since: at,
    sub_status_since: at,
    created_at: at,
    created_by: creator.by,
    created_via: creator.via,
    updated_at: at,
    updated_by: creator.by,
    updated_via: creator.via,
  };
  return { created, minutesAgo, changes };
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
  records: readonly DemoRecord<{ readonly id: string }>[],
  now: Date,
): Promise<void> {
  const rows = records.map(({ row, changes }) => toRows(row.id, changes, now));
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
function toRows(id: string, changes: readonly DemoChange[], now: Date) {
  let made = 0;
  return changes
    .toSorted((one, other) => other.minutesAgo - one.minutesAgo)
    .map(({ minutesAgo, by, via, set, calls = 0 }, index) => {
      // Each has a time of its own: a change without one is of now (migration 0049).
      const at = new Date(toTime(now, minutesAgo).getTime() + index);
      made += calls;
      const called = calls === 0 ? {} : { calls_made: made, last_call_at: at };
      return { id, ...set, ...called, updated_at: at, updated_by: by, updated_via: via };
    });
}
