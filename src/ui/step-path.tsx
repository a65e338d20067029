import s from './step-path.module.css';

interface StepPathProps {
  /** Names the path for screen readers: "Progress of the deal". */
  label: string;
  /** All steps, in order. */
  steps: readonly string[];
  /** Where it can leave the path to, shown beside it. */
  ends: readonly string[];
  /** The step it stands at, or the end it has come to. */
  current: string;
  /** The steps that history proves: standing at a step says nothing of those before it. */
  done: readonly string[];
}

/** A path of steps and the ends beside it, with the one it stands at marked. On a phone the step is written out. */
export function StepPath({ label, steps, ends, current, done }: StepPathProps) {
  const hasEnded = ends.includes(current);
  return (
    <div className={s.path} data-ended={hasEnded || undefined}>
      <ol className={s.steps} aria-label={label}>
        {steps.map((step) => (
          <li
            key={step}
            data-done={done.includes(step) || undefined}
            aria-current={step === current ? 'step' : undefined}
          >
            {step}
            {done.includes(step) && <span className="visually-hidden">, done</span>}
          </li>
        ))}
      </ol>
      <p className={s.words}>
        {hasEnded
          ? `${current}.${done.length === 0 ? ' The earlier stage isn’t recorded.' : ''}`
          : `Step ${steps.indexOf(current) + 1} of ${steps.length}, ${current}`}
      </p>
      <ul className={s.ends} aria-label="Other outcomes">
        {ends.map((end) => (
          <li key={end} aria-current={end === current ? 'step' : undefined}>
            {end}
          </li>
        ))}
      </ul>
    </div>
  );
}
