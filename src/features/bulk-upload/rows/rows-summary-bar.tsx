import CircleAlert from 'lucide-react/icons/circle-alert';
import Pencil from 'lucide-react/icons/pencil';
import type { ReactNode } from 'react';

import { rowsColumns } from './rows-columns.ts';
import type { ShownRow } from './shown-rows.ts';

import s from './rows-grid.module.css';

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
    <div className={s.summaryBar}>
      <div className={s.cellLine}>
        <p className="soft">
          {row && `Row ${row.header}${note} · `}
          {rowsColumns[columnIndex]?.label}
        </p>
        {status}
      </div>
      <div id={id}>
        {error !== undefined && (
          <p className={s.error}>
            <CircleAlert aria-hidden />
            {error}
          </p>
        )}
        {before !== undefined && (
          <p className={s.before}>
            <Pencil aria-hidden />
            In the file: {before === '' ? 'empty' : <q>{before}</q>}
          </p>
        )}
      </div>
      {rejection !== '' && <p className={s.error}>{rejection}</p>}
    </div>
  );
}
