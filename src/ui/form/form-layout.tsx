import type { ReactNode } from 'react';

import s from './form-layout.module.css';

/** The column of a long form and its heading. */
export function FormColumn({ children }: { children: ReactNode }) {
  return <div className={s.column}>{children}</div>;
}

/** Fields in two columns, on a phone in one. */
export function FieldGrid({ children }: { children: ReactNode }) {
  return <div className={s.grid}>{children}</div>;
}

/** A field across all columns of its {@link FieldGrid}. */
export function Wide({ children }: { children: ReactNode }) {
  return <div className={s.wide}>{children}</div>;
}

/** The buttons of a long form, sticky at the bottom of the window. `note`: at the right. */
export function FormFooter({ children, note }: { children: ReactNode; note?: ReactNode }) {
  return (
    <div className={s.footer}>
      {children}
      {note !== undefined && <span className={s.note}>{note}</span>}
    </div>
  );
}
