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
 * A path of steps with the current one marked. An outcome off the path is named below, and so is
 * the current step on a phone.
 */
export function StepPath({ label, steps, current, done, notes, before }: StepPathProps) {
  const hasEnded = !steps.includes(current);
  return (
    <div className={s.path} data-ended={hasEnded || undefined}>
      <ol className={s.steps} aria-label={label}>
        {steps.map((step) => (
          <li
            key={step}
            data-done={done.includes(step) || undefined}
            data-before={step === before?.step || undefined}
            aria-current={step === current ? 'step' : undefined}
          >
            {step}
            {done.includes(step) && <span className="visually-hidden">, done</span>}
            {notes?.has(step) && (
              <span className={s.note}>
                <span className="visually-hidden">, </span>
                {notes.get(step)}
              </span>
            )}
          </li>
        ))}
      </ol>
      <p className={s.words}>
        {hasEnded
          ? `${current}. ${before?.text ?? (done.length === 0 ? 'The earlier stage isn’t recorded.' : '')}`.trim()
          : `Step ${steps.indexOf(current) + 1} of ${steps.length}, ${current}`}
      </p>
    </div>
  );
}
