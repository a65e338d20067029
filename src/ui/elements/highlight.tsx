import type { ReactNode } from 'react';

import s from './highlight.module.css';

/** Highlights a value that changed just now, within a line of text. */
export function Highlight({ isMarked, children }: { isMarked: boolean; children: ReactNode }) {
  return (
    <span className={s.highlight} data-marked={isMarked || undefined}>
      {children}
    </span>
  );
}
