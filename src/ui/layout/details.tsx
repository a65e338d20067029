import type { ReactNode } from 'react';

import { noValue } from '#src/lib/numbers.ts';

import s from './details.module.css';

/** A two-column list of labels and values. Its children are {@link Detail}s. */
export function DetailList({ children }: { children: ReactNode }) {
  return <dl className={s.list}>{children}</dl>;
}

/** One label and its value. An empty value is shown as a dash. */
export function Detail({ label, children }: { label: string; children: ReactNode }) {
  const isEmpty = children === null || children === undefined || children === '';
  return (
    <div className={s.detail}>
      <dt>{label}</dt>
      <dd>{isEmpty ? <span className="soft">{noValue}</span> : children}</dd>
    </div>
  );
}
