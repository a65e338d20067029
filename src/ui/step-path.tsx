import s from './step-path.module.css';

interface StepPathProps {
  /** Names the path for screen readers: "Progress of the deal". */
  label: string;
  /** All steps, in order. */
  steps: readonly string[];
  /** The step it stands at, or stood at before it ended; nothing when that is not known. */
  current?: string | undefined;
  /** Where it can leave the path to, shown beside it. */
  ends: readonly string[];
  /** It left the path, and this is where to: "Declined". */
  ended?: string | undefined;
}

/** A path of steps: behind, now, to come; below it the ends beside it. On a phone the step is told in words. */
export function StepPath({ label, steps, current, ends, ended }: StepPathProps) {
  const at = current === undefined ? -1 : steps.indexOf(current);
  return (
    <div className={s.path} data-ended={ended === undefined ? undefined : true}>
      <ol className={s.steps} aria-label={label}>
        {steps.map((step, index) => (
          <li
            key={step}
            data-state={index < at ? 'behind' : index === at ? 'now' : 'ahead'}
            aria-current={index === at && ended === undefined ? 'step' : undefined}
          >
            {step}
            <span className="visually-hidden">{stateWords(index, at, ended)}</span>
          </li>
        ))}
      </ol>
      <p className={s.words}>{pathWords(steps, at, ended)}</p>
      <ul className={s.ends} aria-label={`${label}: ends beside it`}>
        {ends.map((end) => (
          <li key={end} data-state={end === ended ? 'now' : undefined}>
            {end}
            {end === ended && <span className="visually-hidden">, now</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}

function stateWords(index: number, at: number, ended: string | undefined): string {
  if (index < at) return ', done';
  if (index === at) return ended === undefined ? ', now' : `, where it stood before ${ended}`;
  return ended === undefined ? ', to come' : ', not reached';
}

function pathWords(steps: readonly string[], at: number, ended: string | undefined): string {
  const step = at < 0 ? '' : `step ${at + 1} of ${steps.length}, ${steps[at] ?? ''}`;
  if (ended !== undefined) {
    return step === '' ? `${ended}. Where it stood before is not known.` : `${ended} at ${step}`;
  }
  return step === '' ? '' : `${step.charAt(0).toUpperCase()}${step.slice(1)}`;
}
