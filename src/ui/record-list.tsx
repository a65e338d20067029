import type { ReactNode } from 'react';

import { Notice } from './notice.tsx';
import { Pager } from './pager.tsx';
import { ErrorState } from './states.tsx';

/** A page of rows, as far as it is there. */
export interface ListState<Row> {
  /** The rows; the previous page's, as long as the next one loads. */
  rows: readonly Row[] | undefined;
  total: number | 'many' | undefined;
  /** The rows are the previous page's. */
  isStale: boolean;
  /** Why this page, or its renewal, could not be loaded. */
  error: Error | null;
  isFetching: boolean;
  onRetry: () => void;
}

interface RecordListProps<Row> {
  list: ListState<Row>;
  page: number;
  pageSize: number;
  onPage: (page: number) => void;
  onPageSize: (pageSize: number) => void;
  /** "The leads could not be loaded". */
  errorTitle: string;
  /** In place of a table without rows. */
  empty: ReactNode;
  /** The table; without rows, as long as they load. */
  children: (rows: readonly Row[] | undefined) => ReactNode;
}

/** A paged list in its four states: loading, empty, failed, full. */
export function RecordList<Row>({
  list,
  page,
  pageSize,
  onPage,
  onPageSize,
  errorTitle,
  empty,
  children,
}: RecordListProps<Row>) {
  const { rows, total, error, isFetching, onRetry } = list;
  if (error !== null && rows === undefined)
    return (
      <ErrorState title={errorTitle} onRetry={onRetry} retrying={isFetching}>
        {error.message}
      </ErrorState>
    );
  if (rows?.length === 0 && !list.isStale) return empty;
  return (
    <>
      {error !== null && (
        <Notice tone="wait" title="This list could not be brought up to date">
          {error.message}
        </Notice>
      )}
      {children(rows)}
      {/* Not beside rows that are only outlined: there may be fewer, and it would jump. */}
      {rows !== undefined && (
        <Pager
          page={page}
          pageSize={pageSize}
          shown={rows.length}
          total={total}
          onPage={onPage}
          onPageSize={onPageSize}
        />
      )}
    </>
  );
}
