import { useEffect, useRef, useState } from 'react';

import s from './step-path.module.css';

interface StepPathProps {
  /** The accessible name of the path: "Progress of the deal". */
  label: string;
  /** All steps, in order. */
  steps: readonly string[];
  /** The current step, or the outcome off the path that was reached. */
  current: string;
  /** The steps that the history proves. The current step alone says nothing about earlier steps. */
  done: readonly string[];
  /** A short text below a step, such as the day on which it was reached. */
  notes?: ReadonlyMap<string, string>;
  /** The step before the outcome that was reached, and a sentence about it. */
  before?: { readonly step: string; readonly text: string } | undefined;
}

/**
 * A path of steps as a bar, with the name and day of each below its piece. In a narrow window it
 * scrolls, and begins at the current step. An outcome off the path is named below.
 */
export function StepPath({ label, steps, current, done, notes, before }: StepPathProps) {
  const [list, isScrolled] = useScrolledList();
  const state = (step: string) => ({
    'data-done': done.includes(step) || undefined,
    'data-before': step === before?.step || undefined,
    'data-current': step === current || undefined,
  });
  return (
    <div className={s.path}>
      <div
        className={s.scroll}
        {...(isScrolled && { role: 'group', 'aria-label': `${label}: all steps`, tabIndex: 0 })}
      >
        <ol ref={list} className={s.steps} aria-label={label}>
          {steps.map((step) => (
            <li key={step} {...state(step)} aria-current={step === current ? 'step' : undefined}>
              {step}
              {done.includes(step) && <span className="visually-hidden">, done</span>}
              {notes?.has(step) && <span className={s.note}> {notes.get(step)}</span>}
            </li>
          ))}
        </ol>
      </div>
      {!steps.includes(current) && (
        <p>
          {`${current}. ${before?.text ?? (done.length === 0 ? 'The earlier stage isn’t recorded.' : '')}`.trim()}
        </p>
      )}
    </div>
  );
}

/** Returns the ref of a list in a box that scrolls to its current item, and whether it scrolls. */
function useScrolledList() {
  const list = useRef<HTMLOListElement>(null);
  const [isScrolled, setScrolled] = useState(false);
  useEffect(() => {
    const box = list.current?.parentElement;
    if (!box) return undefined;
    const observer = new ResizeObserver(() => {
      setScrolled(box.scrollWidth > box.clientWidth);
      const item = box.querySelector<HTMLElement>('[data-current], [data-before]');
      if (item) box.scrollLeft = item.offsetLeft - (box.clientWidth - item.offsetWidth) / 2;
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  return [list, isScrolled] as const;
}
