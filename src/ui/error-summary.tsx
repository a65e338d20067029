import type { MouseEvent } from 'react';

import s from './error-summary.module.css';

/** One thing to correct: the id of its control, and the whole sentence with the field's name. */
export interface Fault {
  fieldId: string;
  text: string;
}

interface ErrorSummaryProps {
  faults: readonly Fault[];
  /** Counts the submissions: each new one brings the focus here again. */
  attempt: number;
}

/** What is to be corrected after a submission, each a link to its field. Takes the focus, so that it is read out; shows nothing without faults. */
export function ErrorSummary({ faults, attempt }: ErrorSummaryProps) {
  if (faults.length === 0) return null;

  return (
    <div key={attempt} ref={takeFocus} className={s.summary} role="alert" tabIndex={-1}>
      <h2>
        {faults.length === 1
          ? 'There is 1 thing to correct'
          : `There are ${faults.length} things to correct`}
      </h2>
      <ul>
        {faults.map((fault) => (
          <li key={fault.fieldId}>
            <a href={`#${fault.fieldId}`} onClick={(event) => goToField(event, fault.fieldId)}>
              {fault.text}
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
