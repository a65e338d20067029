import { type ComponentProps, type MouseEvent, useEffect } from 'react';

import { announce, withdrawAnnouncement } from './announcer.tsx';

import s from './button.module.css';

/** `main`: the primary action. `plain`: looks like a link. `danger`: destroys something. */
export type ButtonVariant = 'bordered' | 'main' | 'plain' | 'danger';

/** `icon`: an icon alone, 24 px, within a line of text. It needs an `aria-label`. */
export type ButtonSize = 'medium' | 'small' | 'icon';

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /**
   * Whether the action the button started is still running. A pending button keeps its size and the
   * focus, and ignores further clicks.
   */
  pending?: boolean;
  /** The announcement to screen readers when the action starts. */
  pendingText?: string;
}

/**
 * A button, of type `button` by default. With `aria-disabled` it stays focusable but ignores
 * clicks.
 */
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
    if (!pending) return undefined;
    announce(pendingText);
    return () => withdrawAnnouncement(pendingText);
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
        // Enter in a field also clicks the submit button, with `detail` 0. The field then keeps the
        // focus.
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
 * Prevents the button from taking the focus on mousedown; the click handler focuses it instead. A
 * field that loses the focus shows or hides its messages, which would move the button away from
 * under the pressed mouse.
 */
function holdFocus(event: MouseEvent): void {
  event.preventDefault();
}
