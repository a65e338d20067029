import { templateColumns } from '#contract/bulk-upload/lead-template.ts';
import type { ParseOptions } from '#contract/bulk-upload/parse-options.ts';

import {
  type FoundColumn,
  namesAnyColumn,
  presentColumns,
  requiredMissing,
} from './template-columns.ts';

/** The message about missing columns of a file, and what to do. */
export interface ColumnMessage {
  readonly title: string;
  readonly advice: string;
}

/** Returns what the columns of a file lack; null if they are enough. */
export function describeMissingColumns(
  columns: readonly FoundColumn[],
  { headerRow = 1 }: Pick<ParseOptions, 'headerRow'>,
): ColumnMessage | null {
  if (!namesAnyColumn(columns))
    return {
      title: `We don’t recognise the names in row ${headerRow}.`,
      advice:
        'Which row has the column names? Choose it below, or where each column goes. If no row has them, add one above the first lead and choose the file again.',
    };
  const missing = requiredMissing(columns);
  if (missing.length > 0) {
    const labels = missing.map((name) => templateColumns.find((one) => one.name === name)?.label);
    const named = new Intl.ListFormat('en').format(labels.map((label) => label ?? ''));
    const [are, them] = missing.length === 1 ? ['is', 'it'] : ['are', 'them'];
    return {
      title: `No column for ${named}, which ${are} required. Choose ${them} below.`,
      advice: `Or type ${them} row by row later.`,
    };
  }
  return null;
}

/** Returns how many columns of a file go where: "8 columns matched, 1 ignored". */
export function countMatched(columns: readonly FoundColumn[]): string {
  const present = presentColumns(columns);
  const matched = present.filter(({ column }) => column !== null).length;
  const ignored = present.length - matched;
  const text = matched === 1 ? '1 column matched' : `${matched} columns matched`;
  return ignored === 0 ? text : `${text}, ${ignored} ignored`;
}
