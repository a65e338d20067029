import { hashKey, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState, useCallback } from 'react';

import type { StageTime } from '#contract/portal/stage-times.ts';
import type { Deal } from '#contract/v1/deals.ts';
import type { DealStatus } from '#contract/v1/values.ts';
import { useLoadError } from '#src/api/query-errors.ts';
import { type ReadRecord, recordId } from '#src/api/read-record.ts';
import { rowParts, useChanged } from '#src/api/records/changed-parts.ts';
import { columnQuery } from '#src/api/records/deals.ts';
import type { RecordsSearch } from '#src/api/records/list/record-source.ts';
import { useMarks } from '#src/api/records/unread-marks.ts';
import { useSession } from '#src/api/session.ts';
import type { LoadError } from '#src/lib/load-error.ts';
import { paths } from '#src/lib/paths.ts';
import { useUpdateAnnouncement } from '#src/ui/elements/announcer.tsx';
import { Button } from '#src/ui/elements/button.tsx';
import { SkeletonLines, RetryButton } from '#src/ui/feedback/states.tsx';
import { useInUse, useSteadyRows } from '#src/ui/table/steady-rows.ts';

import { BoardCard } from './board-card.tsx';

import s from './board.module.css';

interface BoardCardsProps {
  status: DealStatus;
  search: RecordsSearch;
  isSupport: boolean;
  /** Whether the column is in sight, or almost: only then are its deals loaded and refreshed. */
  isRequested: boolean;
  /** How many deals the column has, as far as it is known. */
  total: number;
  /** The usual time in the status; null if it is not known. */
  stageTime: StageTime | null;
}

/** Shows the deals of a column. The next ones are loaded when the end of the column is in sight. */
export function BoardCards(props: BoardCardsProps) {
  const { status, search, isSupport, isRequested, total, stageTime } = props;
  const [isInUse, inUse] = useInUse();
  const { rows, changed, isStale, loadError, watchEnd, more, pending } = useCards(search, status, {
    isRequested,
    isInUse,
  });
  useUpdateAnnouncement('Deals', changed);
  const { waits } = useMarks('deals', rows, useSession());
  const [focusedId, setFocusedId] = useState('');
  const ids = (rows ?? []).flatMap((row) => (row.ok ? row.record.id : []));
  const among = ids.map((id) => paths.deal(id));
  const tabStopId = ids.includes(focusedId) ? focusedId : ids[0];
  return (
    <div
      className={s.body}
      tabIndex={-1}
      data-cards={status}
      aria-busy={rows === undefined}
      data-stale={isStale || undefined}
      {...inUse}
    >
      {rows === undefined &&
        (loadError?.hasFailed ? (
          <Failed {...{ loadError }} />
        ) : (
          <Loading cards={Math.min(2, total)} />
        ))}
      <ul className={s.cards}>
        {rows?.map((row, index) => (
          <li key={row.ok ? row.record.id : `unreadable ${index}`}>
            {row.ok ? (
              <BoardCard
                deal={row.record}
                asked={waits.get(row.record.id)}
                among={among}
                isSupport={isSupport}
                stageTime={stageTime}
                isMarked={changed.has(row.record.id)}
                isTabStop={row.record.id === tabStopId}
                onFocus={() => setFocusedId(row.record.id)}
              />
            ) : (
              <p className={s.note}>A deal couldn’t be displayed. Contact support.</p>
            )}
          </li>
        ))}
        {more.exists && <li ref={watchEnd} className={s.end} aria-hidden />}
      </ul>
      {pending.isWaiting && <PendingDeals {...pending} />}
      {more.isLoading && <Loading cards={2} />}
      {more.hasFailed && <MoreFailed onRetry={more.onRetry} />}
    </div>
  );
}

function MoreFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={s.note}>
      <p role="alert">Couldn’t load more deals.</p>
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

/** Says below the cards that other deals wait, and shows them when asked. */
function PendingDeals({ newCount, onShow }: { newCount: number; onShow: () => void }) {
  return (
    <div className={s.waiting}>
      <Button
        size="small"
        onClick={({ currentTarget }) => {
          onShow();
          // The button goes; the focus stays in the column.
          currentTarget.closest<HTMLElement>('[tabindex]')?.focus();
        }}
      >
        {newCount === 0
          ? 'Deals have changed'
          : `${newCount} new ${newCount === 1 ? 'deal' : 'deals'}`}{' '}
        – Show
      </Button>
    </div>
  );
}

/** Returns the loaded deals of a column, and what is known of those that follow. */
function useCards(
  search: RecordsSearch,
  status: DealStatus,
  { isRequested, isInUse }: { isRequested: boolean; isInUse: boolean },
) {
  const options = columnQuery(search, status);
  const query = useInfiniteQuery({ ...options, enabled: isRequested });
  const changed = useChanged(options.queryKey, query.data, rowParts);
  const loadError = useLoadError(query);
  const [isEndNear, watchEnd] = useOnScreen();
  const { data, hasNextPage, fetchNextPage, isFetching, isError, isPlaceholderData } = query;
  const current = data && withoutRepetition(data.pages.flatMap((page) => page.rows));
  const { rows, ...pending } = useSteadyRows(current, {
    getId: recordId,
    isInUse,
    // What another search finds is shown at once, also under the pointer.
    request: isPlaceholderData ? '' : hashKey(options.queryKey),
  });
  const canLoadMore = hasNextPage && !isFetching && !isError && !isPlaceholderData;
  const isMoreRequested = canLoadMore && isEndNear && !pending.isWaiting;
  useEffect(() => {
    if (isMoreRequested) void fetchNextPage();
  }, [isMoreRequested, fetchNextPage]);
  return {
    rows,
    changed,
    pending,
    isStale: isPlaceholderData,
    loadError,
    watchEnd,
    more: {
      exists: hasNextPage,
      isLoading: query.isFetchingNextPage,
      hasFailed: query.isFetchNextPageError && !isFetching,
      onRetry: () => void fetchNextPage(),
    },
  };
}

/** Returns each deal once. A deal that changed while a page was loaded can be on two pages. */
function withoutRepetition(rows: readonly ReadRecord<Deal>[]): readonly ReadRecord<Deal>[] {
  const seen = new Set<string>();
  return rows.filter((row) => {
    if (!row.ok) return true;
    const isNew = !seen.has(row.record.id);
    seen.add(row.record.id);
    return isNew;
  });
}

function Loading({ cards }: { cards: number }) {
  return (
    <div className={s.cards}>
      <span className="visually-hidden">Loading …</span>
      {Array.from({ length: cards }, (_, index) => (
        <div key={index} className={s.card}>
          <SkeletonLines lines={2} />
        </div>
      ))}
    </div>
  );
}

function Failed({ loadError }: { loadError: LoadError }) {
  return (
    <div className={s.note}>
      <p role="alert">Couldn’t load these deals. {loadError.why}</p>
      <RetryButton size="small" loadError={loadError} />
    </div>
  );
}

/**
 * Returns whether an element is in the visible part of the window, and the function that takes that
 * element as its `ref`. What a scrolled container hides is not visible.
 */
export function useOnScreen() {
  const [isOnScreen, setOnScreen] = useState(false);
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    const observer = new IntersectionObserver((entries) =>
      setOnScreen(entries.at(-1)?.isIntersecting ?? false),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [isOnScreen, ref] as const;
}
