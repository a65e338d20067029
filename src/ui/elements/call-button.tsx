import { formatPhone } from '#src/lib/values/number-formats.ts';

import { Button, type ButtonVariant } from './button.tsx';
import { ContactLink } from './contact-link.tsx';
import { CopyButton } from './copy-button.tsx';

import s from './call-button.module.css';

interface CallButtonProps {
  phone: string;
  /** Whether the {@link PhonePanel} is open. */
  isOpen: boolean;
  onToggle: () => void;
  variant?: ButtonVariant;
  'data-next'?: boolean;
}

/**
 * Calls a number, which it shows: where one points with a finger, at once; elsewhere it opens the
 * number, to read and to copy.
 */
export function CallButton({ phone, isOpen, onToggle, ...props }: CallButtonProps) {
  const label = (
    <>
      Call <span translate="no">{formatPhone(phone)}</span>
    </>
  );
  if (matchMedia('(pointer: coarse)').matches)
    return (
      <ContactLink {...props} href={`tel:${phone}`}>
        {label}
      </ContactLink>
    );
  return (
    <Button {...props} aria-expanded={isOpen} onClick={onToggle}>
      {label}
    </Button>
  );
}

/** A number as large as one reads it across a desk, with a button that copies it. */
export function PhonePanel({ phone }: { phone: string }) {
  return (
    <p className={`${s.panel} cluster`}>
      <a className="num" href={`tel:${phone}`} translate="no">
        {formatPhone(phone)}
      </a>
      <CopyButton value={phone} label="Copy phone number" />
    </p>
  );
}
