import type { ReactNode } from 'react';

import type { LoadError } from '#src/lib/load-error.ts';

import { Button } from './button.tsx';
import { LoadErrorState } from './load-error-state.tsx';
import { Pager } from './pager.tsx';
import { StaleNotice } from './stale-notice.tsx';

/** A page of rows, as far as it is there. */
export interface ListState<Row> {
  /** The rows; the previous page's, as long as the next one loads. */
  rows: readonly Row[] | undefined;
  total: number | 'many' | undefined;
  /** The rows are the previous page's. */
  isStale: boolean;
  /** Why this page, or its renewal, could not be loaded. */
  loadError: LoadError | null;
}

interface RecordListProps<Row> {
  list: ListState<Row>;
  page: number;
  pageSize: number;
  /** Whether another page follows; left out, the total tells, or that this one is full. */
  hasNext?: boolean;
  /** The page sizes to choose from have this end. */
  maxPageSize?: number;
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
  errorTitle,
  empty,
  children,
  ...paging
}: RecordListProps<Row>) {
  const { rows, total, loadError } = list;
  const { page, onPage } = paging;
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
      {rows?.length === 0 && !list.isStale ? empty : children(rows)}
      {/* Not beside rows that are only outlined: there may be fewer, and it would jump. */}
      {rows !== undefined && (rows.length > 0 || list.isStale) && (
        <Pager shown={rows.length} total={total} {...paging} />
      )}
      {loadError !== null && <StaleNotice loadError={loadError} />}
    </>
  );
}
