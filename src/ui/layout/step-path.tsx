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
  /** A short text after a step, such as the day on which it was reached. */
  notes?: ReadonlyMap<string, string>;
  /** The step before the outcome that was reached, and a sentence about it. */
  before?: { readonly step: string; readonly text: string } | undefined;
}

/**
 * A path of steps as a bar, and their names and days in one line. An outcome off the path is named
 * below.
 */
export function StepPath({ label, steps, current, done, notes, before }: StepPathProps) {
  const state = (step: string) => ({
    'data-done': done.includes(step) || undefined,
    'data-before': step === before?.step || undefined,
    'data-current': step === current || undefined,
  });
  return (
    <div className={s.path}>
      <div className={s.bar} aria-hidden>
        {steps.map((step) => (
          <span key={step} {...state(step)} />
        ))}
      </div>
      <ol className={s.steps} aria-label={label}>
        {steps.map((step) => (
          <li key={step} {...state(step)} aria-current={step === current ? 'step' : undefined}>
            {step}
            {done.includes(step) && <span className="visually-hidden">, done</span>}
            {notes?.has(step) && ` ${notes.get(step)}`}
          </li>
        ))}
      </ol>
      {!steps.includes(current) && (
        <p>
          {`${current}. ${before?.text ?? (done.length === 0 ? 'The earlier stage isn’t recorded.' : '')}`.trim()}
        </p>
      )}
    </div>
  );
}
