import { useState } from 'react';

import { templateColumns } from '#contract/bulk-upload/lead-template.ts';
import type { FoundColumn } from '#src/bulk-upload/columns/template-columns.ts';
import { noValue } from '#src/lib/numbers.ts';
import { MoreButton } from '#src/ui/elements/more-button.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { type Column, Table } from '#src/ui/table/table.tsx';

/** How each difference is handled. */
const differences: Readonly<Record<FoundColumn['difference'], string>> = {
  same: 'Same',
  spelling: 'Spelling: matched',
  synonym: 'Synonym: matched',
  moved: 'Different position: OK',
  extra: 'Not in the template: ignored',
  missing: 'Missing: left empty',
};

const needed = templateColumns.filter(({ field }) => field.required).map(({ name }) => name);

/** Returns whether a required column is missing. Without it no row can become a lead. */
function isNeeded({ column, difference }: FoundColumn): boolean {
  return difference === 'missing' && column !== null && needed.includes(column);
}

const columns: readonly Column<FoundColumn>[] = [
  { header: 'In the file', card: 'title', cell: ({ found }) => found ?? noValue },
  { header: 'In the template', card: 'text', cell: ({ column }) => column ?? noValue },
  {
    header: 'Result',
    card: 'mark',
    soft: true,
    cell: (found) => (isNeeded(found) ? 'Missing: required' : differences[found.difference]),
  },
];

/**
 * Compares the file's columns with the template's. Equal columns, and missing optional ones, are
 * hidden until expanded.
 */
export function ColumnsSection({ found }: { found: readonly FoundColumn[] }) {
  const [isAll, setAll] = useState(false);
  const number = (of: FoundColumn['difference']) =>
    found.filter(({ difference }) => difference === of).length;
  const same = number('same');
  const missing = number('missing');
  const differing = found.length - same - missing;
  const shown = found.filter(
    (one) => isNeeded(one) || !['same', 'missing'].includes(one.difference),
  );
  if (same === found.length) return null;
  const note = [
    differing > 0 && `${differing} differ`,
    missing > 0 && `${missing} missing`,
    `${same} as in the template`,
  ];
  return (
    <Section title="Columns" note={note.filter(Boolean).join(', ')}>
      {(isAll || shown.length > 0) && (
        <Table
          label="Columns of the file and of the template"
          columns={columns}
          rows={isAll ? found : shown}
        />
      )}
      {shown.length < found.length && (
        <MoreButton isOpen={isAll} onToggle={() => setAll(!isAll)}>
          {isAll ? 'Show fewer columns' : `Show all ${found.length} columns`}
        </MoreButton>
      )}
    </Section>
  );
}
