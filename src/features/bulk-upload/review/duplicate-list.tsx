import { type ReactNode, useEffect, useMemo, useState } from 'react';

import type { DuplicateGroup, Sheet, SheetSummary } from '#src/bulk-upload/rows/sheet.ts';
import { count } from '#src/lib/numbers.ts';
import { paths } from '#src/lib/paths.ts';
import { Link } from '#src/ui/elements/link.tsx';
import { TextButton } from '#src/ui/elements/text-button.tsx';

import s from './bulk-uploads.module.css';

/** Lines shown at first. */
const step = 5;
/** Duplicates requested at first: all of most files, so that lines count every row. */
const duplicatesAtOnce = 1_000;
/** The most rows of a line named by their numbers. */
const maxNumbers = 5;

interface DuplicateListProps {
  sheet: Pick<Sheet, 'duplicates'>;
  /** A new object means that the duplicates may have changed. */
  summary: SheetSummary;
  of: 'rows' | 'leads';
  onDecide: (rows: readonly number[], isLeftOut: boolean) => void;
}

/**
 * Lists the duplicates by the row or lead they repeat: rows that share the same values with it are
 * one line. Each line can be left out or included, and each of its rows.
 */
export function DuplicateList({ sheet, summary, of, onDecide }: DuplicateListProps) {
  const [requested, setRequested] = useState(duplicatesAtOnce);
  const [shown, setShown] = useState(step);
  const [groups, setGroups] = useState<readonly DuplicateGroup[]>([]);
  const total = countDuplicates(summary, of);
  useEffect(() => {
    let isStale = false;
    const show = (found: readonly DuplicateGroup[]) => {
      if (!isStale) setGroups(found);
    };
    // A failing sheet reports its error with the next user action.
    void sheet
      .duplicates(of, 0, Math.min(requested, countDuplicates(summary, of)))
      .then(show, () => {});
    return () => {
      isStale = true;
    };
  }, [sheet, summary, of, requested]);
  const lines = useMemo(() => toLines(groups), [groups]);
  const isMore = shown < lines.length || groups.length < total;
  function handleMore(): void {
    setShown(shown + 4 * step);
    if (shown + 4 * step > lines.length && requested < total)
      setRequested(requested + duplicatesAtOnce);
  }
  return (
    <>
      <ul>
        {lines.slice(0, shown).map(([first, ...others]) =>
          others.length === 0 ? (
            <DuplicateRow key={lineKey(first)} group={first} onDecide={onDecide}>
              {' has the same '}
              <Repeated {...first} />
            </DuplicateRow>
          ) : (
            <DuplicateLine
              key={lineKey(first)}
              line={[first, ...others]}
              isPart={groups.length < total}
              onDecide={onDecide}
            />
          ),
        )}
      </ul>
      {isMore && groups.length > 0 && (
        <div className={`${s.line} cluster`}>
          <TextButton onClick={handleMore}>Show more</TextButton>
        </div>
      )}
    </>
  );
}

function countDuplicates({ duplicateRows, duplicateLeads }: SheetSummary, of: 'rows' | 'leads') {
  return of === 'rows' ? duplicateRows : duplicateLeads;
}

/** Duplicates that share the same values with the same row or lead; at least one. */
type Line = readonly [DuplicateGroup, ...DuplicateGroup[]];

function toLines(groups: readonly DuplicateGroup[]): Line[] {
  const lines = new Map<string, Line>();
  for (const group of groups) {
    const key = lineKey(group);
    const line = lines.get(key);
    lines.set(key, line === undefined ? [group] : [...line, group]);
  }
  return [...lines.values()];
}

const lineKey = ({ of, shared }: DuplicateGroup) => `${shared} ${'row' in of ? of.row : of.leadId}`;

interface DuplicateRowProps extends Pick<DuplicateListProps, 'onDecide'> {
  group: DuplicateGroup;
  /** What the row repeats, unless that is said above. */
  children?: ReactNode;
}

function DuplicateRow({ group: { row, isLeftOut }, onDecide, children }: DuplicateRowProps) {
  const action = isLeftOut ? 'Include' : 'Leave out';
  return (
    <li className={`${s.line} cluster`}>
      <span>
        Row {count(row)}
        {children}
        {isLeftOut && ': left out'}
      </span>
      <TextButton
        aria-label={`${action} row ${count(row)}`}
        onClick={() => onDecide([row], !isLeftOut)}
      >
        {action}
      </TextButton>
    </li>
  );
}

interface DuplicateLineProps extends Pick<DuplicateListProps, 'onDecide'> {
  line: Line;
  /** Whether further duplicates are not requested yet, so that the line may have more rows. */
  isPart: boolean;
}

/** One line for several rows; its rows are listed on request. */
function DuplicateLine({ line, isPart, onDecide }: DuplicateLineProps) {
  const [isOpen, setOpen] = useState(false);
  const out = line.filter(({ isLeftOut }) => isLeftOut).length;
  const isAllOut = out === line.length;
  const numbers = line.map(({ row }) => row);
  const named = numbers
    .slice(0, maxNumbers)
    .map((row) => count(row))
    .join(', ');
  const more = numbers.length - maxNumbers;
  const which = `rows ${named}${more > 0 ? ` and ${count(more)} more` : ''}`;
  const action = isAllOut ? 'Include all' : 'Leave all out';
  return (
    <li>
      <div className={`${s.line} cluster`}>
        <span>
          {isPart && 'At least '}
          {count(numbers.length)} rows have the same <Repeated {...line[0]} />: {which}
          {out > 0 && ` (${isAllOut ? 'all' : count(out)} left out)`}
        </span>
        <TextButton aria-label={`${action}: ${which}`} onClick={() => onDecide(numbers, !isAllOut)}>
          {action}
        </TextButton>
        <TextButton
          aria-expanded={isOpen}
          aria-label={`Show each: ${which}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide' : 'Show each'}
        </TextButton>
      </div>
      {isOpen && (
        <ul className={s.lineRows}>
          {line.map((group) => (
            <DuplicateRow key={group.row} group={group} onDecide={onDecide} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** "phone as row 2", with a link to a lead. */
function Repeated({ of, shared }: Pick<DuplicateGroup, 'of' | 'shared'>) {
  return (
    <>
      {shared} as{' '}
      {'row' in of ? (
        `row ${count(of.row)}`
      ) : (
        <Link to={paths.lead(of.leadId)} target="_blank">
          {of.client}
        </Link>
      )}
    </>
  );
}
