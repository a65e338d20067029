import { useId, useState } from 'react';
import { flushSync } from 'react-dom';

import { exactTime, relativeTime } from '#src/lib/dates.ts';
import { noValue } from '#src/lib/numbers.ts';

import { useNow } from './now.ts';

import s from './time.module.css';

interface TimeProps {
  /** An ISO timestamp; an empty value is shown as a dash. */
  value: string | null | undefined;
  /**
   * In a table the time can't be pressed, because the whole row is clickable; the record's own page
   * shows the same times.
   */
  inTable?: boolean;
}

/**
 * Shows how long ago something happened. The exact time is a tooltip and, outside of tables, a
 * popover.
 */
export function Time({ value, inTable = false }: TimeProps) {
  const now = useNow();
  const exactId = useId();
  const [isPressed, setIsPressed] = useState(false);
  if (value === null || value === undefined || value === '') return noValue;
  const exact = exactTime(value);
  const text = relativeTime(value, now);
  if (inTable)
    return (
      <time dateTime={value} title={exact}>
        {text}
      </time>
    );

  return (
    <>
      <button
        type="button"
        className={s.time}
        title={exact}
        popoverTarget={exactId}
        // The browser opens the popover after this handler, so the popover has to exist by then.
        // Rendering it on demand spares a table of times one popover each.
        onClick={() => flushSync(() => setIsPressed(true))}
      >
        <time dateTime={value}>{text}</time>
      </button>
      {isPressed && (
        <span id={exactId} className={`${s.exact} small`} popover="auto">
          {exact}
        </span>
      )}
    </>
  );
}
