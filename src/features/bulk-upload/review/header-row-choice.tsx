import { useState } from 'react';

import { noValue } from '#src/lib/numbers.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { MoreButton } from '#src/ui/elements/more-button.tsx';

import s from './columns-section.module.css';

interface HeaderRowChoiceProps {
  /** The first rows of the file. */
  rows: readonly (readonly string[])[];
  /** The row that is read as the header, from 1. */
  headerRow: number;
  onChoose: (headerRow: number) => void;
}

/** Says which row has the names of the columns; another one is chosen among the first rows. */
export function HeaderRowChoice({ rows, headerRow, onChoose }: HeaderRowChoiceProps) {
  const [isOpen, setOpen] = useState(false);
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
          {rows.map((cells, at) => (
            <li key={`${at + 1}`} data-header={at + 1 === headerRow || undefined}>
              <Button
                size="small"
                aria-pressed={at + 1 === headerRow}
                onClick={() => at + 1 !== headerRow && onChoose(at + 1)}
              >
                Row {at + 1}
              </Button>
              <span>{cells.filter((cell) => cell !== '').join(' · ') || noValue}</span>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
