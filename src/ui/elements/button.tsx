import { type ComponentProps, type MouseEvent, useEffect } from 'react';
import { useHref, useLinkClickHandler, useLocation } from 'react-router';

import { editsMark } from '#src/lib/page-elements.ts';

import { announce, withdrawAnnouncement } from './announcer.tsx';

import s from './button.module.css';

/** `main`: the primary action. `plain`: looks like a link. `danger`: destroys something. */
export type ButtonVariant = 'bordered' | 'main' | 'plain' | 'danger';

/** `icon`: an icon alone, 24 px, within a line of text. It needs an `aria-label`. */
export type ButtonSize = 'medium' | 'small' | 'icon';

interface ButtonProps extends ComponentProps<'button'> {
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

/** A small button that looks like a link: "Edit" beside a title or in a row. */
export function TextButton(props: Omit<ButtonProps, 'variant' | 'size'>) {
  return <Button {...props} variant="plain" size="small" />;
}

/**
 * Prevents the button from taking the focus on mousedown; the click handler focuses it instead. A
 * field that loses the focus shows or hides its messages, which would move the button away from
 * under the pressed mouse.
 */
function holdFocus(event: MouseEvent): void {
  event.preventDefault();
}

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** The path of a page of the portal, with its query; or of a file, with `download`. */
  to: string;
  /** The navigation state for the page. */
  state?: unknown;
  /** Whether the page takes the place of this one in the browser’s history. */
  replace?: boolean;
}

/**
 * A link to another page of the portal. Not React Router's own, because its code for prefetching in
 * framework mode would load with the first page.
 */
export function Link({ to, state, replace, onClick, children, ...props }: LinkProps) {
  const href = useHref(to);
  const { target = '_self', download } = props;
  const follow = useLinkClickHandler(to, {
    state,
    target,
    ...(replace !== undefined && { replace }),
  });
  return (
    <a
      {...props}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented && download === undefined) follow(event);
      }}
    >
      {children}
    </a>
  );
}

/** A link of a navigation: it says whether its page, or one below it, is open. */
export function NavLink(props: LinkProps) {
  const { pathname } = useLocation();
  const isCurrent = `${pathname}/`.startsWith(`${props.to}/`);
  return <Link aria-current={isCurrent ? 'page' : undefined} {...props} />;
}

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

interface EditButtonProps {
  /** The label of the field. */
  label: string;
  /** The name of the field, which identifies the button. */
  field: string;
  onEdit: () => void;
}

/** Edits a value in place: in sight while the pointer or the focus is in its row. */
export function EditButton({ label, field, onEdit }: EditButtonProps) {
  return (
    <button
      type="button"
      className={s.edit}
      aria-label={`Edit ${label}`}
      {...{ [editsMark]: field }}
      onClick={({ currentTarget }) => {
        // Safari focuses no button that is pressed.
        currentTarget.focus();
        onEdit();
      }}
    />
  );
}
