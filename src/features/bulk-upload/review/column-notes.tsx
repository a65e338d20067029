import { useState } from 'react';

import type { ParseOptions } from '#contract/bulk-upload/parse-options.ts';
import {
  emptyColumns,
  emptyColumnsSentence,
  isInTemplateOrder,
  namesAll,
} from '#src/bulk-upload/columns/empty-columns.ts';
import { type FoundColumn, namesAnyColumn } from '#src/bulk-upload/columns/template-columns.ts';
import { count } from '#src/lib/numbers.ts';
import { MoreButton } from '#src/ui/elements/more-button.tsx';

import { targetGroups } from './column-targets.ts';

import s from './columns-section.module.css';

interface ColumnNotesProps {
  found: readonly FoundColumn[];
  parseOptions: ParseOptions | null;
}

/** Says which template columns a file leaves empty, and whether its columns are in other places. */
export function ColumnNotes({ found, parseOptions }: ColumnNotesProps) {
  const [isOpen, setOpen] = useState(false);
  if (parseOptions === null || !namesAnyColumn(found)) return null;
  const { columns } = parseOptions;
  const empty = emptyColumns(columns);
  return (
    <div className={s.notes}>
      {!isInTemplateOrder(columns) && (
        <p>The columns are in another order than in the template. Each is read by its name.</p>
      )}
      {empty.length > 0 && (
        <p>
          {emptyColumnsSentence(empty)}{' '}
          {!namesAll(empty) && (
            <MoreButton isOpen={isOpen} onToggle={() => setOpen(!isOpen)}>
              {isOpen ? 'Hide empty columns' : `Show all ${count(empty.length)} empty columns`}
            </MoreButton>
          )}
        </p>
      )}
      {isOpen && <EmptyColumns names={new Set(empty.map(({ name }) => name))} />}
    </div>
  );
}

/** Lists template columns by the sections of the form. */
function EmptyColumns({ names }: { names: ReadonlySet<string> }) {
  const groups = targetGroups
    .map(({ label, options }) => ({
      label,
      empty: options.filter(({ value }) => names.has(value)),
    }))
    .filter(({ empty }) => empty.length > 0);
  return (
    <dl>
      {groups.map(({ label, empty }) => (
        <div key={label}>
          <dt className="soft">{label}</dt>
          <dd>{empty.map((one) => one.label.replace(`${label}: `, '')).join(', ')}</dd>
        </div>
      ))}
    </dl>
  );
}
