import { formatPhone } from '#src/lib/values/number-formats.ts';

import { Button, type ButtonVariant } from './button.tsx';
import { ContactLink } from './contact-link.tsx';
import { CopyButton } from './copy-button.tsx';

import s from './call-button.module.css';

interface CallButtonProps {
  phone: string;
  /** Whether the {@link PhonePanel}, or what follows a call, is open. */
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
  if (isPhone())
    return (
      <ContactLink {...props} href={`tel:${phone}`} onClick={() => isOpen || onToggle()}>
        {label}
      </ContactLink>
    );
  return (
    <Button {...props} aria-expanded={isOpen} onClick={onToggle}>
      {label}
    </Button>
  );
}

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

/** Returns whether one points with a finger, where a press dials. */
const isPhone = () => matchMedia('(pointer: coarse)').matches;
