import type { ReactNode } from 'react';

import s from './badge.module.css';

/**
 * What a status means to its reader. `info`: in progress, `warning`: waiting for someone, `success`
 * and `danger`: a good or bad end, `neutral`: nothing happens.
 */
export type Tone = 'info' | 'warning' | 'success' | 'danger' | 'neutral';

/** A status: a dot and a word. The word carries the meaning; the colour only helps to find it. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={`${s.badge} small wrap-anywhere`} data-tone={tone}>
      {children}
    </span>
  );
}
