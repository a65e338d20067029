import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import { recordTones } from '#contract/portal/record-waits.ts';
import type { RecordType } from '#contract/v1/record-types.ts';
import { useLoadError } from '#src/api/query-errors.ts';
import { recordHistoryQuery, type HistoryOf } from '#src/api/records/history.ts';
import { exactTime, timeSince } from '#src/lib/dates.ts';
import { momentText } from '#src/lib/days.ts';
import type { LoadError } from '#src/lib/load-error.ts';
import { historySection } from '#src/lib/page-elements.ts';
import { Badge } from '#src/ui/elements/badge.tsx';
import { Button } from '#src/ui/elements/button.tsx';
import { MoreButton } from '#src/ui/elements/more-button.tsx';
import { useNow } from '#src/ui/elements/now.ts';
import { SkeletonLines, LoadErrorState } from '#src/ui/feedback/states.tsx';
import { Section } from '#src/ui/layout/section.tsx';

import { type FieldValueComponent, ChangeList } from './change-list.tsx';
import { type LeadOfDeal, entryTitle, whoText } from './entry-title.tsx';
import { type TimelineItem, toTimeline } from './timeline.ts';

import s from './history.module.css';

/** Items that are shown before the reader asks for more. */
const maxShownAtFirst = 6;

interface EntriesProps {
  record: HistoryOf;
  FieldValue: FieldValueComponent;
  /** The lead that became the deal, if the reader may know it. */
  lead?: LeadOfDeal | undefined;
  /** Whether only actions through the portal are recorded, which change no status. */
  isPortalOnly?: boolean;
  /** The time at which the record became another one: later entries are not shown. */
  until?: string;
}

interface HistorySectionProps extends Omit<EntriesProps, 'until'> {
  /** The history before the first entry; shown once all entries are loaded. */
  earlier?: ReactNode;
}

/** Shows what happened to a record: a timeline, newest first, read page by page. */
export function HistorySection({ earlier, ...entries }: HistorySectionProps) {
  const { isPortalOnly = false } = entries;
  return (
    <Section id={historySection} title="History">
      {isPortalOnly && (
        <p className={`${s.scope} soft`}>Only what was done through this portal is shown.</p>
      )}
      <Entries {...entries} earlier={earlier} />
    </Section>
  );
}

interface BeforeDealProps extends Pick<EntriesProps, 'FieldValue'> {
  leadId: string;
  /** The time at which the deal was created. */
  until: string;
}

/** Shows the history of the lead that became a deal, until it did, once the reader asks for it. */
export function HistoryBeforeDeal({ leadId, ...more }: BeforeDealProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={s.earlier}>
      {isOpen && (
        <>
          <h3>Before the deal: history of the lead</h3>
          <Entries {...more} record={{ type: 'lead', id: leadId }} />
        </>
      )}
      <MoreButton isOpen={isOpen} onToggle={() => setOpen(!isOpen)}>
        {isOpen ? 'Hide' : 'Show'} the history of the lead before the deal
      </MoreButton>
    </div>
  );
}

/** Shows the latest of what happened to a record. */
export function LatestEntry(shown: Pick<EntriesProps, 'record' | 'FieldValue'>) {
  const query = useInfiniteQuery(recordHistoryQuery(shown.record));
  const loadError = useLoadError(query);
  const entries = query.data?.pages[0]?.entries;
  if (!entries) return <NotLoaded loadError={loadError} />;
  return <Timeline {...shown} items={toTimeline(entries).slice(0, 1)} />;
}

function Entries({ earlier, ...shown }: EntriesProps & { earlier?: ReactNode }) {
  const { record, until } = shown;
  const [isLong, setLong] = useState(false);
  const query = useInfiniteQuery(recordHistoryQuery(record));
  const loadError = useLoadError(query);
  const entries = query.data?.pages
    .flatMap((page) => page.entries)
    .filter(({ at }) => until === undefined || Date.parse(at) <= Date.parse(until));
  const items = toTimeline(entries ?? []);
  const isCut = !isLong && items.length > maxShownAtFirst;
  return (
    <>
      {entries === undefined && <NotLoaded loadError={loadError} />}
      {entries && <Timeline {...shown} items={isCut ? items.slice(0, maxShownAtFirst) : items} />}
      {(isCut || query.hasNextPage) && (
        <Button
          size="small"
          pending={query.isFetchingNextPage}
          pendingText="Loading earlier entries"
          onClick={() => (isCut ? setLong(true) : void query.fetchNextPage())}
        >
          Show more
        </Button>
      )}
      {entries && loadError?.hasFailed === true && (
        <p className={`${s.stale} warning small`} role="alert">
          {loadError.why} Earlier or newer entries may be missing.
        </p>
      )}
      {entries && !isCut && !query.hasNextPage && earlier}
    </>
  );
}

function NotLoaded({ loadError }: { loadError: LoadError | null }) {
  if (loadError?.hasFailed !== true) return <SkeletonLines lines={6} />;
  return (
    <LoadErrorState title="Couldn’t load the history" loadError={loadError}>
      Nothing is lost, and the rest of this page is up to date.
    </LoadErrorState>
  );
}

interface TimelineProps extends EntriesProps {
  /** Newest first. */
  items: readonly TimelineItem[];
}

function Timeline({ record: { type }, items, FieldValue, lead, ...more }: TimelineProps) {
  const { isPortalOnly = false, until } = more;
  if (items.length === 0)
    return (
      <p className="soft">
        {isPortalOnly ? 'Nothing yet.' : `No history is recorded for this ${type}.`}
      </p>
    );
  const isOfNow = until === undefined;
  const current = items.findIndex(({ status, subStatus }) => isOfNow && (status ?? subStatus));
  return (
    <ol className={s.timeline} aria-label={isOfNow ? 'History' : 'History of the lead'}>
      {items.map((item, index) => (
        <TimelineEntry
          key={item.id}
          isCurrent={index === current}
          end={findEnd(items, index) ?? until}
          {...{ item, type, FieldValue, lead }}
        />
      ))}
    </ol>
  );
}

/** Returns when the status that an item set, or else its sub-status, was replaced. */
function findEnd(items: readonly TimelineItem[], index: number): string | undefined {
  const isStatus = items[index]?.status !== undefined;
  return items
    .slice(0, index)
    .findLast(({ status, subStatus }) => status ?? (isStatus ? undefined : subStatus))?.at;
}

interface TimelineEntryProps {
  item: TimelineItem;
  type: RecordType;
  /** Whether the item set the current status or sub-status of the record. */
  isCurrent: boolean;
  /** The time at which the item's status was replaced; undefined if that isn't known. */
  end: string | undefined;
  FieldValue: FieldValueComponent;
  lead?: LeadOfDeal | undefined;
}

/** Shows one item of a timeline: what happened, when, who did it, and how long it lasted. */
function TimelineEntry({ item, type, isCurrent, end, ...props }: TimelineEntryProps) {
  const now = useNow();
  const { kind, at, status, subStatus, calls } = item;
  const isFirst = kind === 'created' || kind === 'known';
  const isStatus = Boolean(status ?? subStatus);
  const stood = isStatus ? describeDuration(at, isCurrent ? new Date(now).toISOString() : end) : '';
  const who = whoText(item);
  return (
    <li className={s.entry} data-current={isCurrent || undefined}>
      <div className={`${s.title} cluster wrap-anywhere`}>
        {(isFirst || !isStatus) && <span>{entryTitle(item, type, props.lead)}</span>}
        <Reached item={item} type={type} />
      </div>
      <ChangeList
        type={type}
        changes={item.changes}
        isCollapsed={isFirst}
        isFrom={!isFirst}
        FieldValue={props.FieldValue}
      />
      <p className={`${s.about} soft small`}>
        <time dateTime={at} title={exactTime(at)}>
          {momentText(at, now)}
        </time>
        {who !== '' && `, by ${who}`}
        {stood !== '' && `, for ${stood}`}
        {isStatus && calls !== undefined && ', call recorded'}
        {item.count > 1 && item.files.length === 0 && `, ${item.count} edits`}
      </p>
    </li>
  );
}

/** The status and the sub-status that an item brought. */
function Reached({ item, type }: Pick<TimelineEntryProps, 'item' | 'type'>) {
  const { status, subStatus } = item;
  const getTone = recordTones[type];
  return (
    <>
      {Boolean(status?.to) && (
        <Badge tone={getTone(String(status?.to))}>{String(status?.to)}</Badge>
      )}
      {Boolean(subStatus?.to) && <span>{String(subStatus?.to)}</span>}
    </>
  );
}

function describeDuration(at: string, end: string | undefined): string {
  return end === undefined ? '' : timeSince(at, Date.parse(end));
}
