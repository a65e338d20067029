import type { ComponentProps } from 'react';

import type { ButtonVariant } from './button.tsx';

import s from './button.module.css';

interface ContactLinkProps extends Omit<ComponentProps<'a'>, 'className'> {
  /** A `tel:` or `mailto:` address. */
  href: string;
  variant?: ButtonVariant;
}

/** A link that looks like a button, and opens another program: the phone or the mail. */
export function ContactLink({ variant = 'bordered', children, ...props }: ContactLinkProps) {
  return (
    <a {...props} className={s.button} data-variant={variant}>
      <span className={s.label}>{children}</span>
    </a>
  );
}
