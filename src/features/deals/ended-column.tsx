import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useId, useState } from 'react';
import { flushSync } from 'react-dom';

import type { BoardColumn as ColumnNumbers } from '#contract/portal/deals.ts';
import { dealEnds, type DealStatus } from '#contract/v1/values.ts';

import { ColumnNumbersText } from './board-column.tsx';

import s from './board.module.css';

/** The statuses in which nothing waits for anybody: their columns are collapsed. */
export const endedStatuses: ReadonlySet<DealStatus> = new Set(['Settled', ...dealEnds]);

/** The columns that the person has opened, until the page is loaded anew. */
let lastOpened: readonly DealStatus[] = [];

/** Returns the ended statuses whose columns are open, and what opens or closes one. */
export function useOpened() {
  const [opened, setOpened] = useState(lastOpened);
  const toggle = (status: DealStatus) => {
    const others = opened.filter((each) => each !== status);
    lastOpened = others.length < opened.length ? others : [...opened, status];
    setOpened(lastOpened);
  };
  return [opened, toggle] as const;
}

interface EndedColumnProps {
  statuses: readonly DealStatus[];
  columns: ReadonlyMap<string, ColumnNumbers>;
  partnerId: string;
  opened: readonly DealStatus[];
  /** Returns the id of the column of a status. */
  columnId: (status: DealStatus) => string;
  onToggle: (status: DealStatus) => void;
}

/** Lists the ended statuses with their numbers; pressing one opens its column beside the list. */
export function EndedColumn({
  statuses,
  columns,
  partnerId,
  opened,
  columnId,
  onToggle,
}: EndedColumnProps) {
  const headingId = useId();
  return (
    <section className={s.ended} aria-labelledby={headingId} data-column>
      <h2 id={headingId} className={s.heading}>
        Ended
      </h2>
      <ul>
        {statuses.map((status) => {
          const isOpen = opened.includes(status);
          const numbers = columns.get(status);
          return (
            <li key={status}>
              <button
                type="button"
                className={s.ending}
                data-card
                aria-expanded={isOpen}
                aria-controls={isOpen ? columnId(status) : undefined}
                onClick={() => {
                  flushSync(() => onToggle(status));
                  const column = document.querySelector(`#${CSS.escape(columnId(status))}`);
                  column?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
                }}
              >
                {isOpen ? <ChevronDown aria-hidden /> : <ChevronRight aria-hidden />}
                {status}
                {numbers && <ColumnNumbersText {...numbers} partnerId={partnerId} />}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
