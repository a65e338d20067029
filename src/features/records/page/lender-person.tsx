import type { LenderContact } from '#src/lib/lender-contact.ts';
import { formatPhone } from '#src/lib/values/number-formats.ts';

import s from './record-header.module.css';

/**
 * Says who has a record at the lender, and how to reach them as far as the lender says: "With Jane
 * Roe at the lender: call +64 9 888 0000 or email".
 */
export function LenderPerson({ contact }: { contact: LenderContact }) {
  const { name, phone, email } = contact;
  return (
    <span className={s.person}>
      With <span translate="no">{name}</span> at the lender
      {(phone || email) && ': '}
      {phone && (
        <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>
          call{' '}
          <span className="num" translate="no">
            {formatPhone(phone).replaceAll(' ', '\u00A0')}
          </span>
        </a>
      )}
      {phone && email && ' or '}
      {email && (
        <a href={`mailto:${email}`} aria-label={`email ${name}`} title={email}>
          email
        </a>
      )}
    </span>
  );
}
