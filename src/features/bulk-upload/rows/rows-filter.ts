import type { RowFilter, SheetSummary } from '#src/bulk-upload/rows/sheet.ts';
import { count } from '#src/lib/numbers.ts';

/** Returns a text key, equal for equal filters. */
export const filterKey = (filter: RowFilter): string => JSON.stringify(filter);

/**
 * Returns the options for the filters that have rows and for the chosen filter, with row counts.
 */
export function filterOptions(summary: SheetSummary, chosen: RowFilter) {
  const choice = (filter: RowFilter, text: string, rows?: number) => ({
    value: filterKey(filter),
    label: rows === undefined ? text : `${text} (${count(rows)})`,
    filter,
    isOffered: rows !== 0 || filterKey(filter) === filterKey(chosen),
  });
  const issues = summary.issues.map(({ key, title, cells }) =>
    choice({ kind: 'issue', issue: key }, title, cells),
  );
  const choices = [
    choice({ kind: 'all' }, 'All rows', summary.read),
    choice({ kind: 'invalid' }, 'Rows to fix', summary.invalid),
    ...issues,
    choice({ kind: 'duplicates', of: 'rows' }, 'Duplicate rows in the file', summary.duplicateRows),
    choice({ kind: 'duplicates', of: 'leads' }, 'Rows that match a lead', summary.duplicateLeads),
  ];
  if (chosen.kind === 'issue' && chosen.isOpen)
    choices.push(choice(chosen, `${describeRowFilter(chosen, summary).label}: left to fix`));
  return choices.filter(({ isOffered }) => isOffered);
}

/** Returns the grid's label for a filter, and the text to show when the filter has no rows. */
export function describeRowFilter(filter: RowFilter, summary: SheetSummary) {
  switch (filter.kind) {
    case 'all':
      return { label: 'All rows', none: 'The file has no rows.' };
    case 'invalid':
      return { label: 'Rows to fix', none: 'No rows to fix.' };
    case 'issue': {
      const title = summary.issues.find(({ key }) => key === filter.issue)?.title;
      return { label: title ?? 'Rows with one issue', none: 'No cells with this issue any more.' };
    }
    case 'duplicates':
      return {
        label: filter.of === 'rows' ? 'Duplicate rows in the file' : 'Rows that match a lead',
        none: 'No duplicates.',
      };
    default:
      return filter satisfies never;
  }
}
