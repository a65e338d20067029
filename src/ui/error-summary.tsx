import type { MouseEvent } from 'react';

import s from './error-summary.module.css';

/** One thing to correct: the id of its control, and the whole sentence with the field's name. */
export interface SummaryError {
  fieldId: string;
  text: string;
}

interface ErrorSummaryProps {
  errors: readonly SummaryError[];
  /** Counts the submissions: each new one brings the focus here again. */
  attempt: number;
}

/** What is to be corrected after a submission, each a link to its field. Takes the focus, so that it is read out; shows nothing without errors. */
export function ErrorSummary({ errors, attempt }: ErrorSummaryProps) {
  if (errors.length === 0) return null;

  return (
    <div key={attempt} ref={takeFocus} className={s.summary} role="alert" tabIndex={-1}>
      <h2>
        {errors.length === 1
          ? 'There is 1 thing to correct'
          : `There are ${errors.length} things to correct`}
      </h2>
      <ul>
        {errors.map((error) => (
          <li key={error.fieldId}>
            <a href={`#${error.fieldId}`} onClick={(event) => goToField(event, error.fieldId)}>
              {error.text}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Called once for each attempt, because its key makes the box anew. */
function takeFocus(box: HTMLElement | null): void {
  box?.focus();
}

/** Goes to the field without writing it into the address, which belongs to the page. */
function goToField(event: MouseEvent, id: string): void {
  const control = document.getElementById(id);
  if (control === null) return;
  event.preventDefault();
  const folded = control.closest('details');
  if (folded !== null) folded.open = true;
  control.focus({ preventScroll: true });
  control.scrollIntoView({ block: 'center' });
}
