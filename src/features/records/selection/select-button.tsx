import { type TotalQuery, useListTotal } from '#src/api/records/list/list-page.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { clearedRows, type SelectedRows, selectedRows } from '#src/ui/table/row-selection.tsx';

import s from './select-button.module.css';

interface SelectButtonProps {
  /** The query for the page of the list that is shown. */
  query: TotalQuery;
  /** The search and filters alone, without the page. */
  filters: string;
  selected: SelectedRows;
}

/** Lets cards be selected, on a phone. */
export function SelectButton({ query, filters, selected: { of, isSelecting } }: SelectButtonProps) {
  const isEmpty = useListTotal(query, filters) === 0 && !isSelecting;
  return (
    <span className={s.button} data-select-mode>
      <Button
        // Not absent: the buttons beside it would move with each search.
        aria-disabled={isEmpty}
        title={isEmpty ? 'There is nothing to select.' : undefined}
        onClick={() => selectedRows.set({ of, ...clearedRows, isSelecting: !isSelecting })}
      >
        {isSelecting ? 'Done' : 'Select'}
      </Button>
    </span>
  );
}
