import type { ComponentProps, ReactNode } from 'react';

import type { LoadError } from '#src/lib/load-error.ts';
import { useUpdateAnnouncement } from '#src/ui/elements/announcer.tsx';
import { Button } from '#src/ui/elements/button.tsx';
import { later } from '#src/ui/elements/later.tsx';
import { LoadErrorState, StaleNotice } from '#src/ui/feedback/load-error-state.tsx';

import type { NewRowsProps } from './new-rows.tsx';
import { Pager } from './pager.tsx';

const NewRows = later(async () => (await import('./new-rows.tsx')).NewRows);

/** A page of rows and its loading state. */
export interface ListState<Row> {
  /** The rows; those of the previous page while the next one loads. */
  rows: readonly Row[] | undefined;
  total: number | 'many' | undefined;
  /** Whether the rows are those of the previous page. */
  isStale: boolean;
  /** Rows to show on request: what they are, "3 new leads". */
  pending?: NewRowsProps | undefined;
  /** The ids of the rows whose values changed just now. */
  changed?: ReadonlySet<string> | undefined;
  /** Says why this page couldn't be loaded or refreshed. */
  loadError: LoadError | null;
}

interface RecordListProps<Row> extends Omit<ComponentProps<typeof Pager>, 'shown' | 'total'> {
  list: ListState<Row>;
  /** The title of the error state: "The leads could not be loaded". */
  errorTitle: string;
  /** Shown instead of a table without rows. */
  empty: ReactNode;
  /** Renders the table; `rows` is undefined while they load. */
  children: (rows: readonly Row[] | undefined) => ReactNode;
}

/** A paged list in its four states: loading, empty, failed, loaded. */
export function RecordList<Row>({
  list,
  errorTitle,
  empty,
  children,
  ...paging
}: RecordListProps<Row>) {
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
      {list.pending && <NewRows {...list.pending} />}
      {rows?.length === 0 && !list.isStale ? empty : children(rows)}
      {/* Not below loading rows: there may be fewer real rows, and the pager would jump. */}
      {rows !== undefined && (rows.length > 0 || list.isStale) && (
        <Pager shown={rows.length} total={total} {...paging} />
      )}
      {loadError !== null && <StaleNotice loadError={loadError} />}
    </>
  );
}
