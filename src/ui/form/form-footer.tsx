import type { ReactNode } from 'react';

import s from './form-footer.module.css';

/** The buttons of a long form, sticky at the bottom of the window. `note`: at the right. */
export function FormFooter({ children, note }: { children: ReactNode; note?: ReactNode }) {
  return (
    <div className={`${s.footer} cluster`}>
      {children}
      {note !== undefined && <span className={`${s.note} soft small`}>{note}</span>}
    </div>
  );
}
