import { type ComponentProps, type MouseEvent, useEffect } from 'react';

import { announce } from './announcer.tsx';

import s from './button.module.css';

/** `main`: the one thing to do here. `plain`: looks like a link. `danger`: destroys something. */
export type ButtonVariant = 'bordered' | 'main' | 'plain' | 'danger';

/** `icon`: a bare icon of 24 px in a line of text; give it an `aria-label`. */
export type ButtonSize = 'medium' | 'small' | 'icon';

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** The work it started still runs: keeps its place and the focus, and does nothing more. */
  pending?: boolean;
  /** What a screen reader hears when the work starts. */
  pendingText?: string;
}

/** A button. Not of type `submit` unless said so. With `aria-disabled` it stays reachable by keyboard and does nothing. */
export function Button({
  variant = 'bordered',
  size = 'medium',
  pending = false,
  pendingText = 'Working on it',
  type = 'button',
  onClick,
  children,
  ...props
}: ButtonProps) {
  useEffect(() => {
    if (pending) announce(pendingText);
  }, [pending, pendingText]);
  const isBlocked = pending || props['aria-disabled'] === true;

  return (
    <button
      {...props}
      type={type}
      className={s.button}
      data-variant={variant}
      data-size={size}
      data-pending={pending || undefined}
      aria-busy={pending || undefined}
      aria-disabled={isBlocked || undefined}
      onMouseDown={holdFocus}
      onClick={(event) => {
        // Enter in a field clicks the button too; there the focus stays.
        if (event.detail > 0) event.currentTarget.focus({ preventScroll: true });
        if (isBlocked) event.preventDefault();
        else onClick?.(event);
      }}
    >
      <span className={s.label}>{children}</span>
    </button>
  );
}

/**
 * The focus comes with the click, not with the press before it: a field that is left shows or drops its messages, and the button
 * would move from under the mouse that is pressing it.
 */
function holdFocus(event: MouseEvent): void {
  event.preventDefault();
}
