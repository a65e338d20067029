import type { ReactNode } from 'react';

import s from './form-layout.module.css';

/** Fields two in a row, on a phone one below the other. */
export function FieldGrid({ children }: { children: ReactNode }) {
  return <div className={s.grid}>{children}</div>;
}

/** A field over the whole width of its {@link FieldGrid}. */
export function Wide({ children }: { children: ReactNode }) {
  return <div className={s.wide}>{children}</div>;
}

/** The buttons of a long form, always in sight at the foot of the window; `note` stands at the right. */
export function FormFoot({ children, note }: { children: ReactNode; note?: ReactNode }) {
  return (
    <div className={s.foot}>
      {children}
      {note !== undefined && <span className={s.note}>{note}</span>}
    </div>
  );
}
