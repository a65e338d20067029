import { memo, useCallback, useMemo, useState } from 'react';

import {
  type FoundColumn,
  presentColumns,
  type PresentColumn,
  requiredMissing,
} from '#src/bulk-upload/columns/template-columns.ts';
import { count, noValue } from '#src/lib/numbers.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { MoreButton } from '#src/ui/elements/more-button.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { PlainSelect } from '#src/ui/form/select.tsx';
import { Section } from '#src/ui/layout/section.tsx';

import {
  ignoreValue,
  otherTargets,
  targetGroups,
  targetLabel,
  targetNames,
} from './column-targets.ts';

import s from './columns-section.module.css';

/** How many columns are shown at once: more would block the page while they are drawn. */
const columnsAtOnce = 15;

interface ColumnsSectionProps {
  found: readonly FoundColumn[];
  /** The first filled cells of each column of the file. */
  samples: readonly (readonly string[])[];
  /** Assigns a column of the file; undefined if the columns are fixed. */
  onAssign?: ((columnIndex: number, target: string | null) => void) | undefined;
}

/**
 * Shows the columns of the file, with a select for the target of each, and names what is missing.
 * Columns as in the template are hidden until expanded.
 */
export function ColumnsSection({ found, samples, onAssign }: ColumnsSectionProps) {
  const [isAll, setAll] = useState(false);
  const [shown, setShown] = useState(columnsAtOnce);
  // A column stays in sight once it was assigned, whatever its target.
  const [touched, setTouched] = useState<ReadonlySet<number>>(new Set());
  const present = useMemo(() => presentColumns(found), [found]);
  const handleAssign = useCallback(
    (columnIndex: number, target: string | null) => {
      setTouched((before) => new Set(before).add(columnIndex));
      onAssign?.(columnIndex, target);
    },
    [onAssign],
  );
  const missing = found.filter(({ difference }) => difference === 'missing');
  const same = present.filter(({ difference }) => difference === 'same').length;
  if (same === found.length) return null;
  const listed = present.filter(
    ({ difference, columnIndex }) => isAll || difference !== 'same' || touched.has(columnIndex),
  );
  const rest = listed.length - shown;

  return (
    <Section title="Columns" note={noteOf(present.length - same, missing.length, same)}>
      <MissingColumns found={found} isAssignable={onAssign !== undefined} />
      {listed.length > 0 && (
        <table className={s.columns} aria-label="Columns of the file and of the template">
          <thead>
            <tr>
              <th scope="col">In the file</th>
              <th scope="col">First cells</th>
              <th scope="col">Goes to</th>
              <th scope="col">Result</th>
            </tr>
          </thead>
          <tbody>
            {listed.slice(0, shown).map((column) => (
              <ColumnRow
                key={column.columnIndex}
                column={column}
                samples={samples[column.columnIndex] ?? noSamples}
                onAssign={onAssign && handleAssign}
              />
            ))}
          </tbody>
        </table>
      )}
      <div className={s.more}>
        {rest > 0 && (
          <Button size="small" onClick={() => setShown(shown + columnsAtOnce)}>
            {`Show ${Math.min(rest, columnsAtOnce)} more of ${count(listed.length)} columns`}
          </Button>
        )}
        {same > 0 && (
          <MoreButton isOpen={isAll} onToggle={() => setAll(!isAll)}>
            {isAll ? 'Show fewer columns' : `Show all ${count(present.length)} columns`}
          </MoreButton>
        )}
      </div>
    </Section>
  );
}

function noteOf(differing: number, missing: number, same: number): string {
  return [
    differing > 0 && `${count(differing)} differ`,
    missing > 0 && `${count(missing)} missing`,
    `${count(same)} as in the template`,
  ]
    .filter(Boolean)
    .join(', ');
}

interface MissingColumnsProps {
  found: readonly FoundColumn[];
  isAssignable: boolean;
}

/** Names the template columns that the file lacks: the required ones first, and all of them. */
function MissingColumns({ found, isAssignable }: MissingColumnsProps) {
  const required = requiredMissing(found);
  const joined = found.flatMap(({ difference, column }) =>
    difference === 'joined' && column !== null ? [column] : [],
  );
  const filledToo = new Set(joined.flatMap(alsoFilled));
  const optional = found.flatMap(({ difference, column }) =>
    difference === 'missing' &&
    column !== null &&
    !required.includes(column) &&
    !filledToo.has(column)
      ? [column]
      : [],
  );
  return (
    <>
      {required.length > 0 && (
        <Notice
          tone="warning"
          title={`Missing and required: ${required.map(targetLabel).join(', ')}`}
        >
          {isAssignable &&
            'Choose the columns that contain them under “Goes to”. Otherwise these cells have to be entered in each row.'}
        </Notice>
      )}
      {optional.length > 0 && (
        <p className={s.missing}>Missing and left empty: {targetNames(optional).join(', ')}.</p>
      )}
    </>
  );
}

interface ColumnRowProps {
  column: PresentColumn;
  samples: readonly string[];
  onAssign: ((columnIndex: number, target: string | null) => void) | undefined;
}

const noSamples: readonly string[] = [];

/** Shows one column of the file. It isn't rendered again when more columns are shown. */
const ColumnRow = memo(function ColumnRow({ column, samples, onAssign }: ColumnRowProps) {
  const { found, columnIndex, column: target } = column;
  const name = found.trim() || `Column ${columnIndex + 1}`;
  return (
    <tr>
      <th scope="row" title={name}>
        {name}
      </th>
      <td className={s.samples} title={samples.join('\n')}>
        {samples.length === 0 ? noValue : samples.join(' · ')}
      </td>
      <td>
        {onAssign === undefined ? (
          targetLabel(target)
        ) : (
          <PlainSelect
            aria-label={`${name} goes to`}
            options={otherTargets}
            groups={targetGroups}
            value={target ?? ignoreValue}
            onChange={({ target: { value } }) =>
              onAssign(columnIndex, value === ignoreValue ? null : value)
            }
          />
        )}
      </td>
      <td className={s.result}>{resultOf(column)}</td>
    </tr>
  );
});

const secondaryColumns = new Map([
  ['phone', 'secondaryPhone'],
  ['email', 'secondaryEmail'],
]);

/** Returns the columns that a further filled cell of a joined column goes to. */
function alsoFilled(column: string): string[] {
  const secondary = secondaryColumns.get(column);
  return secondary === undefined ? [] : [secondary, 'notes'];
}

/** Returns what becomes of several columns with one target. */
function joinedWords(column: string | null): string {
  const further = column === null ? undefined : secondaryColumns.get(column);
  return further === undefined
    ? `Joined into ${targetLabel(column)}`
    : `First filled: ${targetLabel(column)}; further ones: ${targetLabel(further)}, then Notes`;
}

/** Returns how a column came to its target. */
function resultOf({ difference, column }: FoundColumn): string {
  switch (difference) {
    case 'same':
      return 'Same';
    case 'spelling':
      return 'Matched by name';
    case 'moved':
      return 'Different position: OK';
    case 'synonym':
      return `Matched to ${column}`;
    case 'joined':
      return joinedWords(column);
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
