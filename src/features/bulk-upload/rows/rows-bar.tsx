import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Pencil from 'lucide-react/icons/pencil';
import Redo2 from 'lucide-react/icons/redo-2';
import Undo2 from 'lucide-react/icons/undo-2';
import { type ReactNode, type SyntheticEvent, useId } from 'react';

import type { RowFilter, SheetSummary } from '#src/bulk-upload/rows/sheet.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { Input } from '#src/ui/form/input.tsx';
import { NativeSelect } from '#src/ui/form/native-select.tsx';

import { rowsColumns } from './rows-columns.ts';
import { filterKey, filterOptions } from './rows-filter.ts';
import type { ShownRow } from './shown-rows.ts';

import s from './rows-grid.module.css';

interface RowsBarProps {
  summary: SheetSummary;
  filter: RowFilter;
  onFilter: (filter: RowFilter) => void;
  onRow: (row: number) => void;
  onNextError: (direction: 'next' | 'previous') => void;
  onUndo: () => void;
  onRedo: () => void;
  /** Whether all columns of the template are shown; `hasMore`: the file has fewer. */
  allColumns: { isAll: boolean; hasMore: boolean; onAll: (isAll: boolean) => void };
}

/** The toolbar above the grid: filters, previous and next error, going to a row, undo and redo. */
export function RowsBar(props: RowsBarProps) {
  const { summary, filter, onFilter, onRow, onNextError, onUndo, onRedo, allColumns } = props;
  const options = filterOptions(summary, filter);
  const hasErrors = summary.invalid > 0;
  const handleFilter = (key: string) => {
    const option = options.find(({ value }) => value === key);
    if (option) onFilter(option.filter);
  };
  return (
    <div role="toolbar" aria-label="Rows" className={`${s.bar} cluster`}>
      <div className={s.filter}>
        <NativeSelect
          aria-label="Rows shown"
          options={options}
          value={filterKey(filter)}
          onChange={({ target }) => handleFilter(target.value)}
        />
      </div>
      <div className={s.errors}>
        <Button
          aria-label="Previous error"
          title="Previous error (Shift F8)"
          aria-disabled={!hasErrors}
          onClick={() => onNextError('previous')}
        >
          <ChevronUp aria-hidden />
        </Button>
        <Button
          aria-label="Next error"
          title="Next error (F8)"
          aria-disabled={!hasErrors}
          onClick={() => onNextError('next')}
        >
          <ChevronDown aria-hidden />
        </Button>
      </div>
      <RowForm onRow={onRow} />
      {allColumns.hasMore && (
        <Button onClick={() => allColumns.onAll(!allColumns.isAll)}>
          {allColumns.isAll ? 'Fewer columns' : 'All columns'}
        </Button>
      )}
      <div className={`${s.steps} at-end`}>
        <Button aria-label="Undo" title="Undo" aria-disabled={!summary.canUndo} onClick={onUndo}>
          <Undo2 aria-hidden />
        </Button>
        <Button aria-label="Redo" title="Redo" aria-disabled={!summary.canRedo} onClick={onRedo}>
          <Redo2 aria-hidden />
        </Button>
      </div>
    </div>
  );
}

/** Goes to a row by its number. */
function RowForm({ onRow }: Pick<RowsBarProps, 'onRow'>) {
  const id = useId();
  const handleSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const row = Number(new FormData(event.currentTarget).get('row'));
    if (Number.isInteger(row) && row > 0) onRow(row);
  };
  return (
    <form className={`${s.rowForm} row soft`} onSubmit={handleSubmit}>
      <label htmlFor={id}>Go to row</label>
      <Input id={id} name="row" inputMode="numeric" autoComplete="off" maxLength={8} />
    </form>
  );
}

interface RowsSummaryBarProps {
  id: string;
  /** The active cell's row; undefined if there is none or it is not loaded yet. */
  row: ShownRow | undefined;
  columnIndex: number;
  /** Says why the last action could not be done; empty if nothing was rejected. */
  rejection: string;
  /** Shown at the right. */
  status: ReactNode;
}

/**
 * Shows details of the active cell: its position, its error, and the file's text if the cell was
 * changed.
 */
export function RowsSummaryBar({ id, row, columnIndex, rejection, status }: RowsSummaryBarProps) {
  const error = row?.errors[columnIndex];
  const before = row?.changed[columnIndex];
  const note = row === undefined || row.note === '' ? '' : `, ${row.note}`;
  return (
    <div className={`${s.summaryBar} small wrap-anywhere`}>
      <div className={s.cellLine}>
        <p className="soft">
          {row && `Row ${row.header}${note} · `}
          {rowsColumns[columnIndex]?.label}
        </p>
        {status}
      </div>
      <div id={id}>
        {error !== undefined && (
          <p className={`${s.error} danger`}>
            <CircleAlert aria-hidden />
            {error}
          </p>
        )}
        {before !== undefined && (
          <p className={`${s.before} soft`}>
            <Pencil aria-hidden />
            In the file: {before === '' ? 'empty' : <q>{before}</q>}
          </p>
        )}
      </div>
      {rejection !== '' && <p className={`${s.error} danger`}>{rejection}</p>}
    </div>
  );
}
