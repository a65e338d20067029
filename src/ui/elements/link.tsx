import type { ComponentProps } from 'react';
import { useHref, useLinkClickHandler } from 'react-router';

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
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
