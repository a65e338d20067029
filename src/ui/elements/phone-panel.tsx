import { formatPhone } from '#src/lib/values/number-formats.ts';

import { CopyButton } from './copy-button.tsx';
import { isPhone } from './is-phone.ts';

import s from './phone-panel.module.css';

/** A number as large as one reads it across a desk, with a button to copy it; not on a phone. */
export function PhonePanel({ phone }: { phone: string }) {
  if (isPhone()) return null;
  return (
    <p className={`${s.panel} cluster`}>
      <a className="num" href={`tel:${phone}`} translate="no">
        {formatPhone(phone)}
      </a>
      <CopyButton value={phone} label="Copy phone number" />
    </p>
  );
}
