import Download from 'lucide-react/icons/download';
import { lazy, Suspense, useState } from 'react';

import { type TotalQuery, useListTotal } from '#src/api/records/list/list-page.ts';
import type { RecordsSearch, RecordSource } from '#src/api/records/list/record-source.ts';
import { count } from '#src/lib/numbers.ts';
import { Button } from '#src/ui/elements/button.tsx';

import s from './export-button.module.css';

const ExportDialog = lazy(async () => ({
  default: (await import('./export-dialog.tsx')).ExportDialog,
}));

interface ExportButtonProps {
  source: RecordSource;
  search: RecordsSearch;
  /** The query for the page of the list, or for the board, that is shown. */
  query: TotalQuery;
  /** The search and filters alone, without the page. */
  filters: string;
}

/** Offers all records that a list shows, on all its pages, as a file. */
export function ExportButton({ source, search, query, filters }: ExportButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const total = useListTotal(query, filters);
  const { type, list } = source;
  const params = source.params(search).toString();
  const noun = total === 1 ? type : list;
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
            key={params}
            list={list}
            what={{ query: params }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </span>
  );
}
