import type { ComponentProps } from 'react';
import { useHref, useLinkClickHandler, useLocation } from 'react-router';

import type { ButtonSize, ButtonVariant } from './button.tsx';

import s from './button.module.css';

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** The path of a page of the portal, with its query; or of a file, with `download`. */
  to: string;
  /** Passed to the page besides its address. */
  state?: unknown;
  /** Whether the page takes the place of this one in the browser’s history. */
  replace?: boolean;
}

/**
 * A link to another page of the portal. Not the one of React Router: the code with which that one
 * prefetches pages in framework mode would be loaded with the first page.
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
