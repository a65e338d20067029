import { type ComponentProps, type ReactNode, useId } from 'react';

import { describeListNews, type ListNews } from '#src/lib/list-news.ts';
import type { LoadError } from '#src/lib/load-error.ts';
import { count } from '#src/lib/numbers.ts';
import { useUpdateAnnouncement } from '#src/ui/elements/announcer.tsx';
import { Button } from '#src/ui/elements/button.tsx';
import { later } from '#src/ui/elements/later.tsx';
import { LoadErrorState, StaleNotice } from '#src/ui/feedback/states.tsx';
import { PlainSelect } from '#src/ui/form/plain-select.tsx';

import s from './pager.module.css';

const NewRows = later(async () => (await import('./new-rows.tsx')).NewRows);

interface PendingNews {
  news: ListNews;
  /** What one row is: `lead`. */
  recordType: string;
  /** Shows the news; null if they are on another page. */
  onShow: (() => void) | null;
}

/** A page of rows and its loading state. */
export interface ListState {
  /** The rows; those of the previous page while the next one loads. */
  rows: readonly unknown[] | undefined;
  total: number | 'many' | undefined;
  /** Whether the rows are those of the previous page. */
  isStale: boolean;
  /** What there is to show on request. */
  pending?: PendingNews | undefined;
  /** The ids of the rows whose values changed just now. */
  changed?: ReadonlySet<string> | undefined;
  /** Says why this page couldn't be loaded or refreshed. */
  loadError: LoadError | null;
}

interface RecordListProps extends Omit<ComponentProps<typeof Pager>, 'shown' | 'total'> {
  list: ListState;
  /** The title of the error state: "The leads could not be loaded". */
  errorTitle: string;
  /** Shown instead of a table without rows. */
  empty: ReactNode;
  /** The table of the list’s rows. */
  children: ReactNode;
}

/** A paged list in its four states: loading, empty, failed, loaded. */
export function RecordList(props: RecordListProps) {
  const { list, errorTitle, empty, children, ...paging } = props;
  const { rows, total, loadError } = list;
  const { page, onPage } = paging;
  useUpdateAnnouncement('Rows', list.changed);
  if (loadError?.hasFailed && rows === undefined)
    return (
      <LoadErrorState
        title={errorTitle}
        loadError={loadError}
        action={page > 1 && <Button onClick={() => onPage(page - 1)}>Previous page</Button>}
      />
    );
  return (
    <>
      {list.pending && <News {...list.pending} />}
      {rows?.length === 0 && !list.isStale ? empty : children}
      {/* Not below loading rows: there may be fewer real rows, and the pager would jump. */}
      {rows !== undefined && (rows.length > 0 || list.isStale) && (
        <Pager shown={rows.length} total={total} {...paging} />
      )}
      {loadError !== null && <StaleNotice loadError={loadError} />}
    </>
  );
}

function News({ news, recordType, onShow }: PendingNews) {
  return <NewRows {...describeListNews(news, recordType)} onShow={onShow} />;
}

interface PagerProps {
  /** The page number, from 1. */
  page: number;
  pageSize: number;
  /** The number of rows on this page. */
  shown: number;
  /**
   * The number of all rows, `many` for more than 10,000, or undefined if the server does not count.
   */
  total?: number | 'many' | undefined;
  /** Whether there is a next page. */
  hasNext: boolean;
  /** The largest page size to choose from. */
  maxPageSize: number;
  onPage: (page: number) => void;
  /** A control for the rows, beside their range. */
  action?: ReactNode;
  onPageSize: (pageSize: number) => void;
}

const pageSizes = [20, 50, 100] as const;

/** Shows the range of rows and the buttons to the previous and next page, where there is one. */
export function Pager(props: PagerProps) {
  const { page, pageSize, shown, total, hasNext, maxPageSize, action, onPage, onPageSize } = props;
  const sizeId = useId();
  const usual = pageSizes.filter((size) => size <= maxPageSize);
  const sizes = [...new Set([...usual, pageSize])].toSorted((a, b) => a - b);
  const range = rangeText(page, pageSize, shown, total);
  if (page === 1 && !hasNext && shown <= pageSizes[0])
    return (
      <div className={`${s.pager} cluster soft`}>
        {/* The rows of a one-page list are in sight; a change of their number is announced. */}
        <output className="visually-hidden">{range}</output>
        {action}
      </div>
    );
  return (
    <nav className={`${s.pager} cluster soft`} aria-label="Pages">
      <output className={s.range}>{range}</output>
      {action}
      <span className={`${s.size} row`}>
        <label htmlFor={sizeId}>Rows per page</label>
        <PlainSelect
          id={sizeId}
          options={sizes.map(String)}
          value={String(pageSize)}
          onChange={(event) => onPageSize(Number(event.target.value))}
        />
      </span>
      <span className={`${s.steps} cluster`}>
        <Button aria-disabled={page <= 1} onClick={() => onPage(page - 1)}>
          Previous page
        </Button>
        <Button aria-disabled={!hasNext} onClick={() => onPage(page + 1)}>
          Next page
        </Button>
      </span>
    </nav>
  );
}

function rangeText(page: number, pageSize: number, shown: number, total: PagerProps['total']) {
  const all =
    total === 'many' ? 'more than 10,000' : total === undefined ? undefined : count(total);
  if (shown === 0)
    return `No rows on page ${count(page)}${all === undefined ? '' : `, ${all} in all`}`;
  const first = (page - 1) * pageSize + 1;
  const range = `${count(first)}–${count(first + shown - 1)}`;
  return all === undefined ? range : `${range} of ${all}`;
}
