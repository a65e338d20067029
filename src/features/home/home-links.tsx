import {
  type ChangedRecord,
  type HomeRecord,
  type RecordCounts,
  sumCounts,
  type WaitingRecord,
} from '#contract/portal/home.ts';
import { recordWaits } from '#contract/portal/record-waits.ts';
import { findMeaning } from '#contract/portal/status-meanings.ts';
import { toSearchParams } from '#contract/query-string.ts';
import { listKeys } from '#contract/typed-objects.ts';
import { dealListQuery, type DealListQuery } from '#contract/v1/deal-lists.ts';
import { leadListQuery, type LeadListQuery } from '#contract/v1/lead-lists.ts';
import { recordLabels } from '#contract/v1/record-labels.ts';
import { type RecordListName, typeLabels } from '#contract/v1/record-types.ts';
import { duration } from '#src/lib/dates.ts';
import { count, quantity } from '#src/lib/numbers.ts';
import { paths } from '#src/lib/paths.ts';
import { LinkButton } from '#src/ui/elements/link-button.tsx';

import { describeRequest } from './describe-request.ts';

import s from './home.module.css';

type SharedSearch = Partial<LeadListQuery> & Partial<DealListQuery>;

/** For each list: returns the link to the records that a number of the home page counts. */
export const listLinks: Readonly<Record<RecordListName, (search: SharedSearch) => string>> = {
  deals: (search) => paths.deals(toSearchParams(dealListQuery, search)),
  leads: (search) => paths.leads(toSearchParams(leadListQuery, search)),
};

interface AllLinksProps {
  counts: RecordCounts;
  /** Writes a number of records. */
  write?: (number: number) => string;
  /** How many records are shown already. */
  shown: number;
  /** The filters and order of all lists. */
  search: SharedSearch;
}

/** Links to the lists with all the records, if there are more than are shown. */
export function AllLinks({ counts, shown, search, write = count }: AllLinksProps) {
  if (sumCounts(counts) <= shown) return null;
  return (
    <p className={s.all}>
      {listKeys(listLinks)
        .filter((list) => counts[list] > 0)
        .map((list) => (
          <LinkButton key={list} variant="plain" size="small" to={listLinks[list](search)}>
            All {write(counts[list])} {list}
          </LinkButton>
        ))}
    </p>
  );
}

/** Returns the greeting of the time of day, by name if there is one: "Good morning, Bea". */
export function greeting(now: Date, name: string): string {
  const hour = now.getHours();
  const time =
    hour >= 5 && hour < 12 ? 'morning' : hour >= 12 && hour < 18 ? 'afternoon' : 'evening';
  return `Good ${time}${name === '' ? '' : `, ${name}`}`;
}

/** Returns what a record is called. */
export function nameRecord({ type, name }: Pick<HomeRecord, 'type' | 'name'>): string {
  return name || `${typeLabels[type]} without a name`;
}

/** Returns why a record waits: the lender’s words, else what its status means. */
export function describeReason(record: WaitingRecord): string {
  const { request, otherRequests } = record;
  if (!request) return findMeaning(record.type, record)?.sentence ?? getWaitStatus(record);
  return `${describeRequest(request)}${otherRequests > 0 ? ` · ${otherRequests} more` : ''}`;
}

/** Returns the status that makes a record wait. */
function getWaitStatus(record: HomeRecord): string {
  return recordWaits[record.type](record)?.status ?? record.subStatus;
}

/** Returns how long records usually stand in the status of a record: "usually 3 days". */
export function describeTypicalTime({ stageTime }: HomeRecord): string | false {
  return stageTime !== null && `usually ${duration(stageTime.median)}`;
}

/** Returns whether a record has waited for longer than nine of ten. */
export function isSlow({ since, stageTime }: WaitingRecord, now: number): boolean {
  return stageTime !== null && now - Date.parse(since) > stageTime.percentile90;
}

/** Returns what others changed in a record, in one line: "Approved → Settled, by the lender". */
export function describeChange(record: ChangedRecord): string {
  const { type, isCreated, statusChange, subStatusChange, fields, calls, questions, by } = record;
  const labels = recordLabels[type];
  const change = statusChange ?? subStatusChange;
  const changes = change
    ? [`${change.from} → ${change.to}`]
    : [
        isCreated && `New ${type}`,
        describeEdits(fields.map((field) => labels[field] ?? field)),
        describeFileCount(record.files, 'attached'),
        describeFileCount(record.correctedFiles, 'of another type'),
        describeFileCount(record.withdrawnFiles, 'removed'),
        calls > 0 && quantity(calls, 'call'),
        questions > 0 && `${quantity(questions, 'question')} to the lender`,
      ].filter((part) => typeof part === 'string');
  if (record.answer !== null) changes.unshift(`Answered: “${record.answer}”`);
  // A status is the lender’s alone, also where somebody else changed other fields.
  const name = (change ?? record.answer) && by.isOperator ? '' : by.name;
  const who = [by.isOperator ? 'the lender' : '', name ?? ''].filter(Boolean).join(' and ');
  return `${changes.join(' · ') || 'Changed'}${who === '' ? '' : `, by ${who}`}`;
}

/** Returns the first of some fields: "Email, Notes, Phone and 2 more changed"; false for none. */
function describeEdits(edited: readonly string[]): string | false {
  const more = edited.length > 3 ? ` and ${edited.length - 3} more` : '';
  return edited.length > 0 && `${edited.slice(0, 3).join(', ')}${more} changed`;
}

/** Returns a number of files with what became of them: "2 files attached"; false for none. */
function describeFileCount(files: number, what: string): string | false {
  return files > 0 && `${quantity(files, 'file')} ${what}`;
}
