import { count } from '#src/lib/numbers.ts';
import type { Tone } from '#src/ui/elements/badge.tsx';

import s from './summary-bar.module.css';

interface SummaryBarProps {
  /** Labelled counts, in order. */
  parts: readonly {
    readonly label: string;
    readonly number: number;
    readonly tone?: Extract<Tone, 'success' | 'warning' | 'danger'>;
  }[];
}

/** Counts side by side that add up: 500 read, 490 ready, 10 to fix. */
export function SummaryBar({ parts }: SummaryBarProps) {
  return (
    <dl className={`${s.summary} card`}>
      {parts.map(({ label, number, tone }) => (
        <div key={label}>
          <dt className="soft">{label}</dt>
          <dd className={tone}>{count(number)}</dd>
        </div>
      ))}
    </dl>
  );
}
