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

interface FormFooterProps {
  children: ReactNode;
  /** Stands at the right. */
  note?: ReactNode;
  /** With so much in it that it would hide a phone's page: there it stands at its end. */
  isTall?: boolean;
}

/** The buttons of a long form, always in sight at the foot of the window. */
export function FormFooter({ children, note, isTall = false }: FormFooterProps) {
  return (
    <div className={s.foot} data-tall={isTall || undefined}>
      {children}
      {note !== undefined && <span className={s.note}>{note}</span>}
    </div>
  );
}
