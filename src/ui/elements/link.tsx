import { type ComponentProps, type MouseEvent, useContext } from 'react';
import { UNSAFE_NavigationContext as NavigationContext, useLocation } from 'react-router';

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** The path of a page of the portal, with its query; or of a file, with `download`. */
  to: string;
  /** What the page learns besides its address. */
  state?: unknown;
  /** Whether the page takes the place of this one in the browser’s history. */
  replace?: boolean;
}

/**
 * A link to another page of the portal. Not the one of React Router: that one renders again with
 * every change of the address, and the code with which it prefetches pages in framework mode would
 * be loaded with the first page.
 */
export function Link({ to, state, replace, onClick, children, ...props }: LinkProps) {
  const { navigator } = useContext(NavigationContext);
  return (
    <a
      {...props}
      href={to}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || !opensHere(event)) return;
        event.preventDefault();
        const { pathname, search, hash } = globalThis.location;
        const isSame = to === pathname + search + hash;
        navigator[(replace ?? isSame) ? 'replace' : 'push'](to, state);
      }}
    >
      {children}
    </a>
  );
}

/** Returns whether a click opens a link in this window: not in another one, nor as a file. */
function opensHere(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { currentTarget: link, button } = event;
  const isModified = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
  const isForThisWindow = ['', '_self'].includes(link.target) && !link.hasAttribute('download');
  return button === 0 && !isModified && isForThisWindow;
}

/** A link of a navigation: it says whether its page, or one below it, is open. */
export function NavLink(props: LinkProps) {
  const { pathname } = useLocation();
  const isCurrent = `${pathname}/`.startsWith(`${props.to}/`);
  return <Link aria-current={isCurrent ? 'page' : undefined} {...props} />;
}
