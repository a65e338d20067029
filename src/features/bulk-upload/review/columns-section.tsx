import { type ComponentProps, memo, useCallback, useMemo, useState } from 'react';

import type { ParseOptions } from '#contract/bulk-upload/parse-options.ts';
import { assignColumn, assignedColumns } from '#src/bulk-upload/columns/assigned-columns.ts';
import { countMatched } from '#src/bulk-upload/columns/column-messages.ts';
import {
  type FoundColumn,
  presentColumns,
  type PresentColumn,
  requiredMissing,
  toColumnTargets,
} from '#src/bulk-upload/columns/template-columns.ts';
import type { Recognition, ChosenParts } from '#src/bulk-upload/reader/recognition.ts';
import { count, noValue } from '#src/lib/numbers.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { MoreButton } from '#src/ui/elements/more-button.tsx';
import { NativeSelect } from '#src/ui/form/native-select.tsx';
import { Section } from '#src/ui/layout/section.tsx';

import { ColumnNotes } from './column-notes.tsx';
import * as targets from './column-targets.ts';

import s from './columns-section.module.css';

/** How many columns are shown at once: more would block the page while they are drawn. */
const columnsAtOnce = 15;

interface ColumnsSectionProps extends ComponentProps<typeof HeaderRowChoice> {
  /** Undefined if the columns can't be assigned any more. */
  onParseOptions: ((parseOptions: ParseOptions) => void) | undefined;
}

/**
 * Shows the columns of the file, with a select for the target of each.
 * Columns as in the template are hidden until expanded; of a wide file, those that are ignored.
 */
export function ColumnsSection(props: ColumnsSectionProps) {
  const { recognition, parseOptions, onParseOptions, onHeaderRow } = props;
  // Undefined while the user has not chosen.
  const [all, setAll] = useState<boolean>();
  const [shown, setShown] = useState(columnsAtOnce);
  // An assigned column stays in sight, with any target.
  const [touched, setTouched] = useState<ReadonlySet<number>>(new Set());
  const found = useMemo(
    () => currentColumns(recognition, parseOptions),
    [recognition, parseOptions],
  );
  const present = useMemo(() => presentColumns(found), [found]);
  const handleAssign = useCallback(
    (columnIndex: number, target: string | null) => {
      if (parseOptions === null) return;
      setTouched((before) => new Set(before).add(columnIndex));
      const columns = assignColumn(recognition.columns, parseOptions.columns, columnIndex, target);
      onParseOptions?.({ ...parseOptions, columns });
    },
    [recognition, parseOptions, onParseOptions],
  );
  const onAssign = parseOptions && onParseOptions ? handleAssign : undefined;
  if (toColumnTargets(found) === null) return null;
  const same = present.filter(({ difference }) => difference === 'same').length;
  // Nothing in the template is like them.
  const ignored = present.filter(({ difference }) => difference === 'extra').length;
  const hasManyIgnored = ignored > columnsAtOnce;
  // The unknown columns include those to choose for the missing ones.
  const isToChoose = onAssign !== undefined && requiredMissing(found).length > 0;
  const isAll = all ?? (hasManyIgnored && isToChoose);
  const hiddenAs = hasManyIgnored ? 'extra' : 'same';
  const hidden = hasManyIgnored ? ignored : same;
  const listed = present.filter(
    ({ difference, columnIndex }) => isAll || difference !== hiddenAs || touched.has(columnIndex),
  );
  const rest = listed.length - shown;

  return (
    <Section title="Columns" note={countMatched(found)}>
      {onParseOptions && <HeaderRowChoice {...{ recognition, parseOptions, onHeaderRow }} />}
      <ColumnNotes {...{ found, parseOptions }} />
      {listed.length > 0 && (
        <table className={`${s.columns} card`} aria-label="Columns of the file and of the template">
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
                samples={recognition.columnSamples[column.columnIndex] ?? noSamples}
                onAssign={onAssign}
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
        {hidden > 0 && (
          <MoreButton isOpen={isAll} onToggle={() => setAll(!isAll)}>
            {moreLabel(isAll, hasManyIgnored, hasManyIgnored ? hidden : present.length)}
          </MoreButton>
        )}
      </div>
    </Section>
  );
}

/** Returns the columns of a file, as they are assigned now. */
export function currentColumns(
  { columns }: Pick<Recognition, 'columns'>,
  parseOptions: ParseOptions | null,
): readonly FoundColumn[] {
  return parseOptions === null ? columns : assignedColumns(columns, parseOptions.columns);
}

function moreLabel(isAll: boolean, hasManyIgnored: boolean, number: number): string {
  if (hasManyIgnored) return `${isAll ? 'Hide' : 'Show'} ${count(number)} ignored columns`;
  return isAll ? 'Show fewer columns' : `Show all ${count(number)} columns`;
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
      <th scope="row" title={name} translate="no">
        {name}
      </th>
      <td className="soft" translate="no" title={samples.join('\n')}>
        {samples.length === 0 ? noValue : samples.join(' · ')}
      </td>
      <td>
        {onAssign === undefined ? (
          targets.targetLabel(target)
        ) : (
          <NativeSelect
            aria-label={`${name} goes to`}
            options={targets.otherTargets}
            groups={targets.targetGroups}
            value={target ?? targets.ignoreValue}
            onChange={({ target: { value } }) =>
              onAssign(columnIndex, value === targets.ignoreValue ? null : value)
            }
          />
        )}
      </td>
      <td className={`${s.result} soft`}>{targets.describeResult(column)}</td>
    </tr>
  );
});

interface HeaderRowChoiceProps {
  recognition: Recognition;
  parseOptions: ParseOptions | null;
  /** Recognises the file again with another row as its header. */
  onHeaderRow: (chosen: ChosenParts) => void;
}

/** Says which row has the names of the columns; another one is chosen among the first rows. */
function HeaderRowChoice(props: HeaderRowChoiceProps) {
  const { firstRows, workbook } = props.recognition;
  const headerRow = props.parseOptions?.headerRow ?? 1;
  const [isOpen, setOpen] = useState(false);
  if (firstRows.length < 2) return null;
  return (
    <div className={s.headerRow}>
      <p>
        The names of the columns are in row {headerRow}.{' '}
        <MoreButton isOpen={isOpen} onToggle={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide the first rows' : 'Choose another row'}
        </MoreButton>
      </p>
      {isOpen && (
        <ol aria-label="First rows of the file">
          {firstRows.map((cells, at) => (
            <li key={`${at + 1}`} data-header={at + 1 === headerRow || undefined}>
              <Button
                size="small"
                aria-pressed={at + 1 === headerRow}
                onClick={() =>
                  at + 1 !== headerRow &&
                  props.onHeaderRow({ headerRow: at + 1, sheet: workbook?.sheet })
                }
              >
                Row {at + 1}
              </Button>
              <span className="soft small one-line">
                {cells.filter((cell) => cell !== '').join(' · ') || noValue}
              </span>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
