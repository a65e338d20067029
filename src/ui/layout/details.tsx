import type { ReactNode } from 'react';

import { noValue } from '#src/lib/numbers.ts';
import { Highlight } from '#src/ui/elements/highlight.tsx';
import { UpdatedMark } from '#src/ui/elements/updated-mark.tsx';

import s from './details.module.css';

/** A two-column list of labels and values. Its children are {@link Detail}s. */
export function DetailList({ children }: { children: ReactNode }) {
  return <dl className={s.list}>{children}</dl>;
}

/**
 * Details for programs and support: shown on request, behind "Details". `isMarked`: a value below
 * was updated.
 */
export function OtherDetails({ isMarked, children }: { isMarked: boolean; children: ReactNode }) {
  return (
    <details className={s.other}>
      <summary>
        <Highlight isMarked={isMarked}>Details</Highlight>
      </summary>
      {children}
    </details>
  );
}

interface DetailProps {
  label: string;
  /** Whether to mark the value as updated. */
  isMarked?: boolean | undefined;
  children: ReactNode;
}

/** One label and its value. An empty value is shown as a dash. */
export function Detail({ label, isMarked = false, children }: DetailProps) {
  const isEmpty = children === null || children === undefined || children === '';
  return (
    <div className={s.detail} data-marked={isMarked || undefined}>
      <dt className="soft">{label}</dt>
      <dd>
        {isEmpty ? <span className="soft">{noValue}</span> : children}
        {isMarked && <UpdatedMark />}
      </dd>
    </div>
  );
}
