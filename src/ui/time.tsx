import { useId, useState } from 'react';
import { flushSync } from 'react-dom';

import { exactTime, relativeTime } from '#src/lib/dates.ts';
import { noValue } from '#src/lib/numbers.ts';

import { useNow } from './now.ts';

import s from './time.module.css';

interface TimeProps {
  /** An ISO timestamp; nothing is a dash. */
  value: string | null | undefined;
  /** In a table a time is not for pressing, as the whole row is: the same times stand on the record's own page. */
  inTable?: boolean;
}

/** How long ago something was; the exact time when pointed at or, outside of tables, pressed. */
export function Time({ value, inTable = false }: TimeProps) {
  const now = useNow();
  const exactId = useId();
  const [isPressed, setIsPressed] = useState(false);
  if (value === null || value === undefined || value === '') return <span>{noValue}</span>;
  const exact = exactTime(value);
  const words = relativeTime(value, now);
  if (inTable)
    return (
      <time dateTime={value} title={exact}>
        {words}
      </time>
    );

  return (
    <>
      <button
        type="button"
        className={s.time}
        title={exact}
        popoverTarget={exactId}
        // The browser shows it after this, so it is there then; a table of times need not hold all of them.
        onClick={() => flushSync(() => setIsPressed(true))}
      >
        <time dateTime={value}>{words}</time>
      </button>
      {isPressed && (
        <span id={exactId} className={s.exact} popover="auto">
          {exact}
        </span>
      )}
    </>
  );
}
