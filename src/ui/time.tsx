import { useId, useState } from 'react';
import { flushSync } from 'react-dom';

import { exactTime, relativeTime } from '#src/lib/dates.ts';
import { noValue } from '#src/lib/numbers.ts';

import { useNow } from './now.ts';

import s from './time.module.css';

interface TimeProps {
  /** An ISO timestamp; nothing is a dash. */
  value: string | null | undefined;
  /** In a table, times are not stops of the Tab key: the same times stand on the record's own page. */
  inTable?: boolean;
}

/** How long ago something was; the exact time when pointed at or pressed. */
export function Time({ value, inTable = false }: TimeProps) {
  const now = useNow();
  const exactId = useId();
  const [isPressed, setIsPressed] = useState(false);
  if (value === null || value === undefined || value === '') return <span>{noValue}</span>;
  const exact = exactTime(value);

  return (
    <>
      <button
        type="button"
        className={s.time}
        title={exact}
        tabIndex={inTable ? -1 : undefined}
        popoverTarget={exactId}
        // The browser shows it after this, so it is there then; a table of times need not hold all of them.
        onClick={() => flushSync(() => setIsPressed(true))}
      >
        <time dateTime={value}>{relativeTime(value, now)}</time>
      </button>
      {isPressed && (
        <span id={exactId} className={s.exact} popover="auto">
          {exact}
        </span>
      )}
    </>
  );
}
