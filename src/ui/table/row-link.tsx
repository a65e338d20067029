import { type ReactNode, useId } from 'react';
import { useLocation } from 'react-router';

import { Link } from '#src/ui/elements/link.tsx';

import s from './table.module.css';

interface RowLinkProps {
  to: string;
  /** What the row says if it is unread. */
  unread: string | undefined;
  children: ReactNode;
}

/** The link of a row. Passes the list to the page it opens. A dot says that it is unread. */
export function RowLink({ to, unread, children }: RowLinkProps) {
  const id = useId();
  const { pathname, search } = useLocation();
  return (
    <>
      <Link
        to={to}
        state={{ list: pathname + search }}
        className={s.rowLink ?? ''}
        aria-describedby={unread === undefined ? undefined : id}
      >
        {children}
      </Link>
      {unread !== undefined && (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a picture drawn by the style sheet
        <span id={id} role="img" className={s.unread} aria-label={unread} title={unread} />
      )}
    </>
  );
}
