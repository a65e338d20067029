import { useId } from 'react';

import s from './progress.module.css';

interface ProgressProps {
  /** The name of the task: "Uploading statements-july.pdf". */
  label: string;
  /** How much is done of `max`; omit both while that is not known. */
  value?: number;
  max?: number;
  /** The progress as text, at the right: "62 %", "1,200 of 50,000". */
  text?: string;
}

/** A progress bar. */
export function Progress({ label, value, max, text }: ProgressProps) {
  const id = useId();
  return (
    <div className={s.progress}>
      <label htmlFor={id} className="one-line">
        {label}
      </label>
      {text !== undefined && <span className={`${s.count} soft num`}>{text}</span>}
      <progress id={id} value={value} max={max} className={s.bar} />
    </div>
  );
}
