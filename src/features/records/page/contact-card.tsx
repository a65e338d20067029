import { formatPhone } from '#src/lib/values/number-formats.ts';
import { ContactLink } from '#src/ui/elements/contact-link.tsx';
import { CopyButton } from '#src/ui/elements/copy-button.tsx';

import s from './contact-card.module.css';

interface ContactCardProps {
  /** Empty where it is not known. */
  phone: string;
  email: string;
}

/**
 * How to reach the client, at the top of a page in one column: the box at the side, which says it
 * elsewhere, is at its end. Nothing if neither a phone nor an email is known.
 */
export function ContactCard({ phone, email }: ContactCardProps) {
  if (phone === '' && email === '') return null;
  return (
    <section className={`${s.contact} card`} aria-label="Reach the client">
      {phone !== '' && (
        <ContactLink href={`tel:${phone}`}>
          Call <span translate="no">{formatPhone(phone)}</span>
        </ContactLink>
      )}
      <div className={s.others}>
        {email !== '' && <ContactLink href={`mailto:${email}`}>Email</ContactLink>}
        <CopyButton
          value={phone || email}
          label={phone === '' ? 'Copy email' : 'Copy number'}
          size="medium"
        />
      </div>
    </section>
  );
}
