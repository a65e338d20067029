import type { ComponentProps, ReactNode } from 'react';

import type { LoadError } from '#src/lib/load-error.ts';
import { useUpdateAnnouncement } from '#src/ui/elements/announcer.tsx';
import { Button } from '#src/ui/elements/button.tsx';
import { lazyComponent } from '#src/ui/elements/lazy-component.tsx';
import { LoadErrorState, StaleNotice } from '#src/ui/feedback/states.tsx';

import { Pager } from './pager.tsx';
import type { PendingNewsProps } from './pending-news.tsx';

const PendingNews = lazyComponent(async () => (await import('./pending-news.tsx')).PendingNews);

/** A page of rows and its loading state. */
export interface ListState {
  /** The rows; those of the previous page while the next one loads. */
  rows: readonly unknown[] | undefined;
  total: number | 'many' | undefined;
  /** Whether the rows are those of the previous page. */
  isStale: boolean;
  /** What there is to show on request. */
  pending?: PendingNewsProps | undefined;
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
      {list.pending && <PendingNews {...list.pending} />}
      {rows?.length === 0 && !list.isStale ? empty : children}
      {/* Not below loading rows: there may be fewer real rows, and the pager would jump. */}
      {rows !== undefined && (rows.length > 0 || list.isStale) && (
        <Pager shown={rows.length} total={total} {...paging} />
      )}
      {loadError !== null && <StaleNotice loadError={loadError} />}
    </>
  );
}
