import { secondaryColumns, templateColumns } from '#contract/bulk-upload/lead-template.ts';
import { addToNotes } from '#contract/bulk-upload/parse-options.ts';
import type { FoundColumn } from '#src/bulk-upload/columns/template-columns.ts';

/** The value of the option that ignores a column. */
export const ignoreValue = '';

const sections: readonly (readonly [title: string, ...starts: string[]])[] = [
  ['Client', 'firstName', 'lastName', 'phone', 'email', 'secondary', 'dateOfBirth'],
  ['Business', 'companyName', 'tradingName', 'abn', 'acn', 'nzbn', 'crn', 'uen', 'industry'],
  ['Funding', 'amountRequested', 'loanPurpose', 'suitable', 'average', 'partnerLeadReference'],
  ['Business address', 'businessAddress.'],
  ['Residential address', 'residentialAddress.'],
  ['Trading address', 'tradingAddress.'],
  ['Physical address', 'physicalAddress.'],
  ['Notes', 'notes', 'partnerNotes'],
];
const others = 'More';

/**
 * The template columns by section, as the options of a select. The sections of the form without its
 * collapsed ones, since all columns are listed.
 */
export const targetGroups = [...sections.map(([title]) => title), others]
  .map((label) => ({
    label,
    options: templateColumns
      .filter(({ name }) => findSection(name) === label)
      .map((column) => ({ value: column.name, label: column.label })),
  }))
  .filter(({ options }) => options.length > 0);

function findSection(name: string): string {
  const section = sections.find(([, ...starts]) => starts.some((start) => name.startsWith(start)));
  return section?.[0] ?? others;
}

/** The options before the template columns. */
export const otherTargets = [
  { value: ignoreValue, label: 'Ignore' },
  { value: addToNotes, label: 'Add to notes' },
];

const labels = new Map(templateColumns.map(({ name, label }) => [name, label]));

/** Returns the label of a target: that of the template column in the form. */
export function targetLabel(target: string | null): string {
  if (target === null) return 'Ignore';
  return target === addToNotes ? 'Add to notes' : (labels.get(target) ?? target);
}

/** Returns what becomes of several columns with one target. */
function describeJoined(column: string | null): string {
  const secondary = column === null ? undefined : secondaryColumns.get(column);
  return secondary === undefined
    ? `Joined into ${targetLabel(column)}`
    : `First filled: ${targetLabel(column)}; further ones: ${targetLabel(secondary)}, then Notes`;
}

/** Returns how a column came to its target. */
export function describeResult({ difference, column }: FoundColumn): string {
  switch (difference) {
    case 'same':
      return 'Same';
    case 'spelling':
      return 'Matched by name';
    case 'synonym':
      return `Matched to ${targetLabel(column)}`;
    case 'joined':
      return describeJoined(column);
    case 'remembered':
      return column === null ? 'Ignored as last time' : 'As last time';
    case 'assigned':
      return column === null ? 'Ignored by you' : 'Assigned by you';
    case 'repeated':
      return 'Another column has this name: ignored';
    default:
      return 'Not in the template: ignored';
  }
}
