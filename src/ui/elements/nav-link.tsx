import { useLocation } from 'react-router';

import { Link, type LinkProps } from './link.tsx';

/** A link of a navigation: it says whether its page, or one below it, is open. */
export function NavLink(props: LinkProps) {
  const { pathname } = useLocation();
  const isCurrent = `${pathname}/`.startsWith(`${props.to}/`);
  return <Link aria-current={isCurrent ? 'page' : undefined} {...props} />;
}
