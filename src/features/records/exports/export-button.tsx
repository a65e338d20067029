import type { QueryKey } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import { lazy, Suspense, useState } from 'react';

import type { SearchedList } from '#src/api/records/exports.ts';
import { type PageQuery, useListTotal } from '#src/api/records/list/list-page.ts';
import { count } from '#src/lib/numbers.ts';
import { Button } from '#src/ui/elements/button.tsx';

import s from './export-button.module.css';

const ExportDialog = lazy(async () => ({
  default: (await import('./export-dialog.tsx')).ExportDialog,
}));

interface ExportButtonProps<Row, K extends QueryKey> {
  searched: SearchedList;
  /** The query for the page of the list that is shown. */
  query: PageQuery<Row, K>;
  /** The search and filters alone, without the page. */
  filters: string;
  /** How many records there are, where the page of the list is not what tells it. */
  counted?: number | undefined;
}

/** Offers all records that a list shows, on all its pages, as a file. */
export function ExportButton<Row, K extends QueryKey>({
  searched,
  query,
  filters,
  counted,
}: ExportButtonProps<Row, K>) {
  const [isOpen, setOpen] = useState(false);
  const listed = useListTotal(query, filters);
  const total = counted ?? listed;
  const noun = total === 1 ? searched.list.slice(0, -1) : searched.list;
  const isEmpty = total === 0;
  return (
    <span className={s.button}>
      <Button
        data-command="export"
        // Not absent: the buttons beside it would move with each search.
        aria-disabled={isEmpty}
        title={isEmpty ? `There are no ${noun} to export.` : undefined}
        onClick={() => setOpen(true)}
      >
        <Download aria-hidden />
        {total === undefined || isEmpty ? (
          'Export'
        ) : (
          <span>
            Export {count(total)} <span className={s.noun}>{noun}</span>
          </span>
        )}
      </Button>
      {isOpen && (
        <Suspense>
          {/* Of another list, such as after Back, it is another export. */}
          <ExportDialog
            key={query.queryKey.join()}
            searched={searched}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </span>
  );
}
