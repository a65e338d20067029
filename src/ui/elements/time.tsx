import { useId, useState } from 'react';
import { flushSync } from 'react-dom';

import { exactTime, relativeTime } from '#src/lib/dates.ts';
import { noValue } from '#src/lib/numbers.ts';
import { createStore, useStore } from '#src/lib/store.ts';

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
        // The browser opens the popover after this handler, so the popover has to exist by then.
        // Rendering it on demand spares a table of times one popover each.
        onClick={() => flushSync(() => setIsPressed(true))}
      >
        <time dateTime={value}>{words}</time>
      </button>
      {isPressed && (
        <span id={exactId} className={`${s.exact} small`} popover="auto">
          {exact}
        </span>
      )}
    </>
  );
}

const minuteMs = 60_000;
/** How far behind the time of the first ones may be, in milliseconds. */
const toleratedMs = 5_000;

/** The current time that relative times are based on. */
export const now = createStore(Date.now(), (set) => {
  // The first times of a page would be rendered twice.
  if (Date.now() - now.get() > toleratedMs) set(Date.now());
  const timer = setInterval(() => set(Date.now()), minuteMs);
  return () => clearInterval(timer);
});

/**
 * Returns the current time in milliseconds, updated every minute. All relative times on a page
 * share one timer.
 */
export const useNow = (): number => useStore(now);
