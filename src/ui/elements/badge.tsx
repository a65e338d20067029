import type { ReactNode } from 'react';

import s from './badge.module.css';

/**
 * What a status means to its reader. `go`: in progress, `wait`: waiting for somebody, `good` and
 * `bad`: a good or bad end, `still`: nothing happens.
 */
export type Tone = 'good' | 'wait' | 'bad' | 'still' | 'go';

/** A status: a dot and a word. The word carries the meaning; the colour only helps to find it. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={s.badge} data-tone={tone}>
      <span className={s.word}>{children}</span>
    </span>
  );
}
