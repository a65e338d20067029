import { useMemo } from 'react';

import { createStore, useStore } from '#src/lib/store.ts';

import s from './table.module.css';

/** The selected rows of a list: some by their ids, or all that its filters find. */
export interface SelectedRows {
  /** The list with its filters; the selection of another one does not count. */
  readonly of: string;
  readonly ids: ReadonlySet<string>;
  readonly isAll: boolean;
  /** Whether cards can be selected: on a phone only on request. Rows always can. */
  readonly isSelecting: boolean;
}

/** No row. */
export const clearedRows = { ids: new Set<string>(), isAll: false, isSelecting: false };

/** The selection of the list that is shown. It stays while its pages and records are opened. */
export const selectedRows = createStore<SelectedRows>({ of: '', ...clearedRows });

/** Returns the selection of a list with its filters. Renders again after every change. */
export function useSelectedRows(of: string): SelectedRows {
  const selected = useStore(selectedRows);
  return useMemo(() => (selected.of === of ? selected : { of, ...clearedRows }), [selected, of]);
}

/** How the rows of a table are selected. */
export interface RowSelection<Row> {
  readonly selected: SelectedRows;
  /** Returns the id of a row; none if the row can't be selected. */
  readonly idsOf: (row: Row) => readonly string[];
  readonly nameOf: (row: Row) => string;
}

interface SelectBoxProps {
  /** The selected row or page, in words. */
  name: string;
  selected: SelectedRows;
  /** The rows that the box selects. */
  ids: readonly string[];
  /** The rows of the page. */
  pageIds: readonly string[];
}

/** The checkbox of a row, or of all rows of the page. */
export function SelectBox({ name, selected, ids, pageIds }: SelectBoxProps) {
  const { isAll } = selected;
  const number = isAll ? ids.length : ids.filter((id) => selected.ids.has(id)).length;
  const isChecked = ids.length > 0 && number === ids.length;
  return (
    <label className={`${s.selectLabel} center`}>
      <input
        type="checkbox"
        aria-label={`Select ${name}`}
        checked={isChecked}
        ref={(box) => {
          if (box) box.indeterminate = number > 0 && !isChecked;
        }}
        onChange={() => {
          // Deselecting from "all" leaves only the other rows of the page selected.
          const next = new Set(isAll ? pageIds : selected.ids);
          for (const id of ids)
            if (isChecked) next.delete(id);
            else next.add(id);
          selectedRows.set({ ...selected, ids: next, isAll: false });
        }}
      />
    </label>
  );
}
