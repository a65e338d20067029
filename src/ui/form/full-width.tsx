import type { ReactNode } from 'react';

import s from './full-width.module.css';

/** A field across all columns of its `FieldGrid`. */
export function FullWidth({ children }: { children: ReactNode }) {
  return <div className={s.wide}>{children}</div>;
}
