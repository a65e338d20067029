import type { ReactNode } from 'react';

import s from './phone-shell.module.css';

/** A country select beside a number input, inside one field. */
export function PhoneShell({ country, number }: { country: ReactNode; number: ReactNode }) {
  return (
    <div className={s.shell}>
      {country}
      {number}
    </div>
  );
}
