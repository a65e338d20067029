import type { ButtonSize, ButtonVariant } from './button.tsx';
import { Link, type LinkProps } from './link.tsx';

import s from './button.module.css';

interface LinkButtonProps extends Omit<LinkProps, 'className'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
}

/** A link that looks like a button, for actions that lead to another page, such as `New lead`. */
export function LinkButton({
  variant = 'bordered',
  size = 'medium',
  children,
  ...props
}: LinkButtonProps) {
  return (
    <Link {...props} className={s.button ?? ''} data-variant={variant} data-size={size}>
      <span className={s.label}>{children}</span>
    </Link>
  );
}
