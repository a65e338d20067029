import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';

import type { HistoryEntry } from '#contract/portal/history.ts';
import { useLoadError } from '#src/api/query-errors.ts';
import { recordHistoryQuery, type HistoryOf } from '#src/api/records/history.ts';
import type { LoadError } from '#src/lib/load-error.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { MoreButton } from '#src/ui/elements/more-button.tsx';
import { LoadErrorState } from '#src/ui/feedback/load-error-state.tsx';
import { SkeletonLines } from '#src/ui/feedback/skeleton.tsx';
import { Segmented } from '#src/ui/form/segmented.tsx';
import { Section } from '#src/ui/layout/section.tsx';

import type { FieldValueComponent } from './change-list.tsx';
import type { LeadOfDeal } from './entry-words.tsx';
import { TimelineEntry } from './timeline-entry.tsx';
import { toTimeline } from './timeline.ts';

import s from './history.module.css';

/** The search parameter of the page's address that holds the chosen filter. */
const parameter = 'history';
const statusOnly = 'status-only';

const filters = [
  { value: 'all', label: 'Everything' },
  { value: statusOnly, label: 'Status only' },
] as const;

/** Returns the filter in the page's address, and a function that changes it there. */
export function useHistoryFilter() {
  const [params, setParams] = useSearchParams();
  return {
    isStatusOnly: params.get(parameter) === statusOnly,
    setStatusOnly: (isStatusOnly: boolean) =>
      setParams(
        (current) => {
          if (isStatusOnly) current.set(parameter, statusOnly);
          else current.delete(parameter);
          return current;
        },
        { replace: true, preventScrollReset: true },
      ),
  };
}

interface EntriesProps {
  record: HistoryOf;
  FieldValue: FieldValueComponent;
  /** The lead that became the deal, if the reader may know it. */
  lead?: LeadOfDeal | undefined;
  /** Whether only what was done through the portal is recorded, which changes no status. */
  isPortalOnly?: boolean;
  /** When the record became another one: only what happened until then is shown. */
  until?: string;
}

interface HistorySectionProps extends Omit<EntriesProps, 'until'> {
  /** What happened before the first entry; shown once all entries are loaded. */
  earlier?: ReactNode;
}

/** Shows what happened to a record: a timeline, newest first, read page by page. */
export function HistorySection({ earlier, ...entries }: HistorySectionProps) {
  const { isPortalOnly = false } = entries;
  return (
    <Section id="history" title="History" action={!isPortalOnly && <HistoryFilter />}>
      {isPortalOnly && <p className={s.scope}>Only what was done through this portal is shown.</p>}
      <Entries {...entries} earlier={earlier} />
    </Section>
  );
}

interface BeforeDealProps {
  leadId: string;
  FieldValue: FieldValueComponent;
  /** When the deal was created. */
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

function Entries({ earlier, ...shown }: EntriesProps & { earlier?: ReactNode }) {
  const { record, isPortalOnly = false, until } = shown;
  const { isStatusOnly } = useHistoryFilter();
  const query = useInfiniteQuery(recordHistoryQuery(record, isStatusOnly && !isPortalOnly));
  const loadError = useLoadError(query);
  const entries = query.data?.pages
    .flatMap((page) => page.entries)
    .filter(({ at }) => until === undefined || Date.parse(at) <= Date.parse(until));
  return (
    <>
      {entries === undefined && <NotLoaded loadError={loadError} />}
      {entries && <Timeline {...shown} entries={entries} />}
      {query.hasNextPage && (
        <Button
          size="small"
          pending={query.isFetchingNextPage}
          pendingText="Loading earlier entries"
          onClick={() => void query.fetchNextPage()}
        >
          Show more
        </Button>
      )}
      {entries && loadError?.hasFailed === true && (
        <p className={s.stale} role="alert">
          {loadError.why}. Earlier or newer entries may be missing.
        </p>
      )}
      {entries && !query.hasNextPage && earlier}
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

function HistoryFilter() {
  const { isStatusOnly, setStatusOnly } = useHistoryFilter();
  return (
    <div className={s.filter}>
      <Segmented
        label="Show in the history"
        options={filters}
        value={isStatusOnly ? statusOnly : 'all'}
        onChange={(value) => setStatusOnly(value === statusOnly)}
      />
    </div>
  );
}

interface TimelineProps extends EntriesProps {
  /** Newest first. */
  entries: readonly HistoryEntry[];
}

function Timeline({ record: { type }, entries, FieldValue, lead, ...more }: TimelineProps) {
  const { isPortalOnly = false, until } = more;
  const items = toTimeline(entries);
  if (items.length === 0)
    return (
      <p className={s.none}>
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
          {...{ item, type, FieldValue, lead }}
        />
      ))}
    </ol>
  );
}
