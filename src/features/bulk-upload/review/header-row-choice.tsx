import { useState } from 'react';

import type { ParseOptions } from '#contract/bulk-upload/parse-options.ts';
import type { ChosenParts, Recognition } from '#src/bulk-upload/reader/recognition.ts';
import { noValue } from '#src/lib/numbers.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { MoreButton } from '#src/ui/elements/more-button.tsx';

import s from './columns-section.module.css';

interface HeaderRowChoiceProps {
  recognition: Recognition;
  parseOptions: ParseOptions | null;
  /** Recognises the file again with another row as its header. */
  onHeaderRow: (chosen: ChosenParts) => void;
}

/** Says which row has the names of the columns; another one is chosen among the first rows. */
export function HeaderRowChoice(props: HeaderRowChoiceProps) {
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
              <span>{cells.filter((cell) => cell !== '').join(' · ') || noValue}</span>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
