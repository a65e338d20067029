import type { ReactNode } from 'react';

/** The column of a long form and its heading. */
export function FormColumn({ children }: { children: ReactNode }) {
  return <div className="measure">{children}</div>;
}
