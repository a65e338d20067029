import {
  type ColumnDifference,
  type FoundColumn,
  namesAnyColumn,
  requiredMissing,
} from './template-columns.ts';

/** What differs in the columns of a file, and what to do. */
export interface ColumnWords {
  /** `info`: nothing has to be decided, because every column is named as in the template. */
  readonly weight: 'fix' | 'info';
  readonly title: string;
  readonly advice: string;
}

/** Returns how the columns of a file differ from the template; null if they don't. */
export function columnWords(columns: readonly FoundColumn[]): ColumnWords | null {
  if (!namesAnyColumn(columns))
    return {
      weight: 'fix',
      title: 'The first row names no column that we know.',
      advice:
        'Choose below where each column goes. If the first row is a lead, add a row with headers above it and choose the file again: the first row is read as the header.',
    };
  const missing = requiredMissing(columns);
  if (missing.length > 0)
    return {
      weight: 'fix',
      title: `It has no column ${new Intl.ListFormat('en').format(missing)}, which every lead needs.`,
      advice:
        'Choose below which columns contain them. Otherwise they can be entered in each row later.',
    };
  if (columns.every(({ difference }) => plainDifferences.has(difference)))
    return plainWords(columns);
  const counts = differences.flatMap(([difference, one, many]) => {
    const count = countDifference(columns, difference);
    return count === 0 ? [] : [count === 1 ? `1 ${one}` : `${count} ${many}`];
  });
  return {
    weight: 'fix',
    title: 'The file’s columns differ from the template.',
    advice: `${new Intl.ListFormat('en').format(counts)}. Nothing in the file is changed.`,
  };
}

/** Differences of columns with the template's own names. */
const plainDifferences: ReadonlySet<ColumnDifference> = new Set(['same', 'moved', 'missing']);

/** Returns how columns with the template's own names differ from it; null if they don't. */
function plainWords(columns: readonly FoundColumn[]): ColumnWords | null {
  const moved = countDifference(columns, 'moved');
  const missing = countDifference(columns, 'missing');
  if (moved + missing === 0) return null;
  const sentences = [
    moved > 0 && `${moved} ${moved === 1 ? 'is' : 'are'} in another position.`,
    missing === 1 && 'The other column of the template stays empty.',
    missing > 1 && `The ${missing} other columns of the template stay empty.`,
  ];
  return {
    weight: 'info',
    title: 'The file’s columns are named as in the template.',
    advice: sentences.filter(Boolean).join(' '),
  };
}

function countDifference(columns: readonly FoundColumn[], difference: ColumnDifference): number {
  return columns.filter((column) => column.difference === difference).length;
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
