import type { ReactNode } from 'react';

import s from './badge.module.css';

/** What a status means to its reader: `go` it moves, `wait` somebody is waited for, `good` and `bad` ends, `still` nothing happens. */
export type Tone = 'good' | 'wait' | 'bad' | 'still' | 'go';

/** A status: a dot and its word. The word carries the meaning, the colour only helps to find it. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={s.badge} data-tone={tone}>
      <span className={s.word}>{children}</span>
    </span>
  );
}
