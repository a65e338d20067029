import { useState } from 'react';

import type { FoundColumn } from '#src/csv/recognition.ts';
import { noValue } from '#src/lib/numbers.ts';
import { MoreButton } from '#src/ui/more-button.tsx';
import { Section } from '#src/ui/section.tsx';
import { type Column, Table } from '#src/ui/table.tsx';

/** What is done about each difference. */
const differences: Readonly<Record<FoundColumn['difference'], string>> = {
  same: 'The same',
  spelling: 'Case or spaces: taken',
  synonym: 'Another word: taken',
  moved: 'Moved: put back',
  extra: 'Extra: left away',
  missing: 'Missing: left empty',
};

const columns: readonly Column<FoundColumn>[] = [
  { head: 'In the file', card: 'title', cell: ({ found }) => found ?? noValue },
  { head: 'In the template', card: 'text', cell: ({ column }) => column ?? noValue },
  {
    head: 'What is done',
    card: 'mark',
    soft: true,
    cell: ({ difference }) => differences[difference],
  },
];

/** The columns of the file beside the template's; those that are the same are one press away. */
export function ColumnsSection({ found }: { found: readonly FoundColumn[] }) {
  const [isAll, setAll] = useState(false);
  const others = found.filter(({ difference }) => difference !== 'same');
  const same = found.length - others.length;
  if (others.length === 0) return null;
  return (
    <Section title="Columns" note={`${others.length} differ, ${same} as in the template`}>
      <Table
        label="Columns of the file and of the template"
        columns={columns}
        rows={isAll ? found : others}
      />
      {same > 0 && (
        <MoreButton isOpen={isAll} onToggle={() => setAll(!isAll)}>
          {isAll ? 'Hide' : 'Show'} the {same} that are the same
        </MoreButton>
      )}
    </Section>
  );
}
