import type { ReactNode } from 'react';

import s from './field-grid.module.css';

/** Fields in two columns, on a phone in one. */
export function FieldGrid({ children }: { children: ReactNode }) {
  return <div className={`${s.grid} stack`}>{children}</div>;
}
