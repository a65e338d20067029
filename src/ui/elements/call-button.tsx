import { formatPhone } from '#src/lib/values/number-formats.ts';

import { Button, type ButtonVariant } from './button.tsx';
import { ContactLink } from './contact-link.tsx';
import { isPhone } from './is-phone.ts';

interface CallButtonProps {
  phone: string;
  /** Whether the `PhonePanel`, or what follows a call, is open. */
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
