import { useState } from 'react';

import { templateColumns } from '#contract/bulk-upload/lead-template.ts';
import type { Changed, RowFilter, Sheet, SheetSummary } from '#src/bulk-upload/rows/sheet.ts';
import { RowsGrid } from '#src/features/bulk-upload/rows/rows-grid.tsx';
import { Announcer } from '#src/ui/elements/announcer.tsx';

import { fakeSheet } from './fake-sheet.ts';

/** Returns a sheet whose rows have a valid or an invalid phone: by default that of each tenth. */
export const makeSheet = (rows: number, isInvalid = (row: number) => row % 10 === 0) =>
  fakeSheet(rows, (row) => {
    const phone = isInvalid(row) ? '0491 570 156' : '+61491570156';
    return [`Ana${row}`, 'Example', `Company ${row}`, phone];
  });

interface RowsPageProps {
  sheet: Sheet;
  first: SheetSummary;
  firstFilter: RowFilter;
  onChanged?: (changed: Changed) => void;
  /** Receives what reports news. */
  onFound?: (notify: () => void) => void;
}

/** The rows of a sheet. */
export function RowsPage({ sheet, first, firstFilter, onChanged, onFound }: RowsPageProps) {
  const [{ summary, changes }, setState] = useState({ summary: first, changes: 0 });
  const [filter, setFilter] = useState(firstFilter);
  onFound?.(() => setState((before) => ({ ...before, summary: { ...before.summary } })));
  return (
    <>
      <Announcer />
      <RowsGrid
        {...{ sheet, summary, changes, filter }}
        visits={0}
        fileColumns={templateColumns.map(({ name }) => name)}
        status={null}
        onFilter={setFilter}
        onChanged={(changed) => {
          onChanged?.(changed);
          setState((before) => ({ summary: changed.summary, changes: before.changes + 1 }));
        }}
      />
    </>
  );
}
