import { useEffect, useState } from 'react';
import { Link } from 'react-router';

import type { DuplicateGroup, Sheet, SheetSummary } from '#src/bulk-upload/rows/sheet.ts';
import { count } from '#src/lib/numbers.ts';
import { paths } from '#src/lib/paths.ts';
import { Button } from '#src/ui/elements/button.tsx';

import s from './bulk-uploads.module.css';

/** Duplicates shown at first. */
const step = 5;

interface DuplicateListProps {
  sheet: Sheet;
  /** A new object means that the duplicates may have changed. */
  summary: SheetSummary;
  of: 'rows' | 'leads';
  onDecide: (row: number, isLeftOut: boolean) => void;
}

/** Lists the duplicates with what each repeats. Each can be left out or included. */
export function DuplicateList({ sheet, summary, of, onDecide }: DuplicateListProps) {
  const [shown, setShown] = useState(step);
  const [groups, setGroups] = useState<readonly DuplicateGroup[]>([]);
  const total = totalOf(summary, of);
  useEffect(() => {
    let isStale = false;
    const show = (found: readonly DuplicateGroup[]) => {
      if (!isStale) setGroups(found);
    };
    // A failing sheet reports its error with the next user action.
    void sheet.duplicates(of, 0, Math.min(shown, totalOf(summary, of))).then(show, () => {});
    return () => {
      isStale = true;
    };
  }, [sheet, summary, of, shown]);
  return (
    <>
      <ul>
        {groups.map((group) => (
          <DuplicateRow key={group.row} group={group} onDecide={onDecide} />
        ))}
      </ul>
      {shown < total && (
        <div className={s.line}>
          <Button size="small" variant="plain" onClick={() => setShown(shown + 4 * step)}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}

function totalOf({ duplicateRows, duplicateLeads }: SheetSummary, of: 'rows' | 'leads'): number {
  return of === 'rows' ? duplicateRows : duplicateLeads;
}

function DuplicateRow({
  group,
  onDecide,
}: {
  group: DuplicateGroup;
  onDecide: DuplicateListProps['onDecide'];
}) {
  const { row, of, shared, isLeftOut } = group;
  const action = isLeftOut ? 'Include' : 'Leave out';
  return (
    <li className={s.line}>
      <span>
        Row {count(row)} has the same {shared} as{' '}
        {'row' in of ? (
          `row ${count(of.row)}`
        ) : (
          <Link to={paths.lead(of.leadId)} target="_blank">
            {of.client}
          </Link>
        )}
        {isLeftOut && ': left out'}
      </span>
      <Button
        size="small"
        variant="plain"
        aria-label={`${action} row ${count(row)}`}
        onClick={() => onDecide(row, !isLeftOut)}
      >
        {action}
      </Button>
    </li>
  );
}
