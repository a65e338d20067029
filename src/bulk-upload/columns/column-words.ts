import { type FoundColumn, namesAnyColumn, requiredMissing } from './template-columns.ts';

/** What differs in the columns of a file, what to do, and the label of the button that does it. */
export interface ColumnWords {
  readonly title: string;
  readonly advice: string;
  readonly action: string;
}

/** Returns how the columns of a file differ from the template; null if they don't. */
export function columnWords(columns: readonly FoundColumn[]): ColumnWords | null {
  if (!namesAnyColumn(columns))
    return {
      title: 'The first row names no column that we know.',
      advice:
        'Choose below where each column goes. If the first row is a lead, add a row with headers above it and choose the file again: the first row is read as the header.',
      action: 'Check rows',
    };
  const missing = requiredMissing(columns);
  if (missing.length > 0)
    return {
      title: `It has no column ${new Intl.ListFormat('en').format(missing)}, which every lead needs.`,
      advice:
        'Choose below which columns contain them. Otherwise they can be entered in each row later.',
      action: 'Check rows',
    };
  const counts = differences.flatMap(([difference, one, many]) => {
    const count = columns.filter((column) => column.difference === difference).length;
    return count === 0 ? [] : [count === 1 ? `1 ${one}` : `${count} ${many}`];
  });
  if (counts.length === 0) return null;
  return {
    title: 'The file’s columns differ from the template.',
    advice: `${new Intl.ListFormat('en').format(counts)}. Nothing in the file is changed.`,
    action: 'Match the columns',
  };
}

const differences = [
  ['remembered', 'is assigned as last time', 'are assigned as last time'],
  ['assigned', 'is assigned by you', 'are assigned by you'],
  ['spelling', 'is spelled differently', 'are spelled differently'],
  ['synonym', 'goes by another name', 'go by another name'],
  ['joined', 'is joined with another column', 'are joined with other columns'],
  ['moved', 'is in another position', 'are in another position'],
  [
    'repeated',
    'has the name of another column and will be ignored',
    'have the names of other columns and will be ignored',
  ],
  [
    'extra',
    'is not in the template and will be ignored',
    'are not in the template and will be ignored',
  ],
  ['missing', 'is missing and will be empty', 'are missing and will be empty'],
] as const;
