import { useId } from 'react';

import s from './progress.module.css';

interface ProgressProps {
  /** Names the work: "Uploading statements-july.pdf". */
  label: string;
  value: number;
  max: number;
  /** The count in words at the right: "62 %", "1,200 of 50,000". */
  text?: string;
  /** Leaves the label to screen readers, where it stands beside the bar already. */
  hideLabel?: boolean;
}

/** How far a long work has come. */
export function Progress({ label, value, max, text, hideLabel = false }: ProgressProps) {
  const id = useId();
  return (
    <div className={s.progress}>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : s.label}>
        {label}
      </label>
      {text !== undefined && <span className={s.count}>{text}</span>}
      <progress id={id} value={value} max={max} className={s.bar} />
    </div>
  );
}
