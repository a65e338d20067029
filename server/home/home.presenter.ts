import { businessCurrency } from '#contract/business-currency.ts';
import type { ChangedRecord, Home, HomeRecord, WaitingRecord } from '#contract/portal/home.ts';
import { waitingStates } from '#contract/portal/requests.ts';
import type { StageTime } from '#contract/portal/stage-times.ts';
import { typesByList } from '#contract/v1/record-types.ts';
import type { Caller } from '#server/auth/caller.ts';
import type { FollowUpRow } from '#server/follow-ups/follow-ups.store.ts';
import type { findLeadsOfDeals } from '#server/leads/leads.store.ts';
import { presentRequest } from '#server/requests/requests.presenter.ts';
import type { RequestRow } from '#server/requests/requests.store.ts';

import type { EntryRow, LatestChange } from './changed.store.ts';
import { findDueGroup, mergeEntries } from './home.rules.ts';
import type { HomeRow, StageTimeRow } from './home.store.ts';
import type { WaitingRecordRow } from './todo.store.ts';

/** Returns the usual time in a status as responses have it; null if it is not known. */
export function presentStageTime(stage: StageTimeRow | undefined): StageTime | null {
  return stage ? { median: stage.median, percentile90: stage.percentile90 } : null;
}

/** Returns a record as the home page shows it; only support reads whose it is. */
export function presentHomeRecord(
  row: HomeRow,
  { stageTimes, isSupport }: { stageTimes: readonly StageTimeRow[]; isSupport: boolean },
): HomeRecord {
  return {
    type: typesByList[row.table],
    id: row.id,
    name: row.name,
    amount: row.amount ?? '',
    currency: businessCurrency(row.fields),
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

/** The names and times that a page of waiting records refers to. */
interface WaitingContext {
  readonly records: ReadonlyMap<string, HomeRow>;
  /** The leads of deals that the reader may read, by the ids of the deals. */
  readonly leads: Awaited<ReturnType<typeof findLeadsOfDeals>>;
  /** The requests on them that are not done, in the order in which to answer them. */
  readonly requests: readonly RequestRow[];
  readonly stageTimes: readonly StageTimeRow[];
  /** The follow-up days that have come, by the ids of the records. */
  readonly days: ReadonlyMap<string, string>;
  readonly caller: Caller;
  /** The reader's day: YYYY-MM-DD. */
  readonly today: string;
}

/** Returns a waiting record, with the request to answer first; nothing if it no longer exists. */
export function presentWaiting(
  { id, since, due }: WaitingRecordRow,
  { records, leads, requests, stageTimes, days, caller, today }: WaitingContext,
): WaitingRecord[] {
  const row = records.get(id);
  if (!row) return [];
  const own = requests.filter((request) => request.record_id === id);
  const [first, ...others] = own.filter(({ state }) =>
    waitingStates.some((each) => each === state),
  );
  return [
    {
      ...presentHomeRecord(row, { stageTimes, isSupport: caller.role === 'support' }),
      since: since.toISOString(),
      request: first ? presentRequest(first, caller) : null,
      otherRequests: others.length,
      due: findDueGroup(due, today),
      followUp: days.get(id) ?? null,
      client: presentClient(row, leads),
    },
  ];
}

/** Returns how to reach the client of a lead, or of the lead of a deal. */
function presentClient(
  { table, id, fields }: HomeRow,
  leads: WaitingContext['leads'],
): WaitingRecord['client'] {
  if (table === 'leads')
    return { leadId: id, phone: fields.phone ?? '', email: fields.email ?? '' };
  const lead = leads.get(id);
  return lead ? { leadId: lead.id, phone: lead.phone, email: lead.email } : null;
}

/** What is known about the records that others changed. */
interface ChangedContext {
  readonly records: ReadonlyMap<string, HomeRow>;
  /** What others did to them, in its order. */
  readonly entries: readonly EntryRow[];
  readonly unreadIds: ReadonlySet<string>;
  readonly caller: Caller;
}

/** Returns a record with what others changed; nothing if it no longer exists. */
export function presentChangedRecord(
  { id, at, is_created: isCreated }: LatestChange,
  { records, entries, unreadIds, caller }: ChangedContext,
): ChangedRecord[] {
  const row = records.get(id);
  if (!row) return [];
  const own = entries.filter((entry) => entry.record_id === id);
  return [
    {
      ...presentHomeRecord(row, { stageTimes: [], isSupport: false }),
      ...mergeEntries(row.table, own, caller),
      at: at.toISOString(),
      isCreated,
      isUnread: unreadIds.has(id),
    },
  ];
}

/** Returns a record to follow up later; nothing if it no longer exists. */
export function presentFollowUp(
  { id, day }: FollowUpRow,
  records: readonly HomeRow[],
): Home['followUps'] {
  const row = records.find((record) => record.id === id);
  if (!row) return [];
  const { type, name } = presentHomeRecord(row, { stageTimes: [], isSupport: false });
  return [{ type, id, name, day }];
}
