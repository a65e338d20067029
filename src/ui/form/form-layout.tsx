import type { ReactNode } from 'react';

import s from './form-layout.module.css';

/** Fields in two columns, on a phone in one. */
export function FieldGrid({ children }: { children: ReactNode }) {
  return <div className={s.grid}>{children}</div>;
}

/** A field across all columns of its {@link FieldGrid}. */
export function Wide({ children }: { children: ReactNode }) {
  return <div className={s.wide}>{children}</div>;
}

interface FormFooterProps {
  children: ReactNode;
  /** A note at the right. */
  note?: ReactNode;
  /**
   * Whether the footer is so tall that it would cover a phone's screen. On a phone a tall footer is
   * not sticky but comes at the end of the page.
   */
  isTall?: boolean;
}

/** The buttons of a long form, sticky at the bottom of the window. */
export function FormFooter({ children, note, isTall = false }: FormFooterProps) {
  return (
    <div className={s.footer} data-tall={isTall || undefined}>
      {children}
      {note !== undefined && <span className={s.note}>{note}</span>}
    </div>
  );
}
