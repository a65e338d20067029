import type { MouseEvent } from 'react';

import s from './error-summary.module.css';

/** One error: the id of its control, and a sentence that starts with the field's label. */
export interface SummaryError {
  fieldId: string;
  text: string;
}

interface ErrorSummaryProps {
  errors: readonly SummaryError[];
  /** The number of submissions so far. Each new one moves the focus to the summary. */
  attempt: number;
}

/**
 * Lists the errors of a submission, each as a link to its field. Takes the focus so that screen
 * readers read it out. Renders nothing without errors.
 */
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

/** Focuses the summary. Runs once per attempt, because the `key` remounts the element. */
function takeFocus(box: HTMLElement | null): void {
  box?.focus();
}

/** Focuses the field without writing its id into the URL. */
function goToField(event: MouseEvent, id: string): void {
  const control = document.getElementById(id);
  if (control === null) return;
  event.preventDefault();
  const section = control.closest('details');
  if (section !== null) section.open = true;
  control.focus({ preventScroll: true });
  control.scrollIntoView({ block: 'center' });
}
