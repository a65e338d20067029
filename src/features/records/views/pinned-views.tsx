import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';

import { viewLimits } from '#contract/portal/views.ts';
import { viewCountsQuery, toViewQuery, viewsQuery } from '#src/api/records/views.ts';
import { count } from '#src/lib/numbers.ts';
import { paths } from '#src/lib/paths.ts';
import { Link } from '#src/ui/elements/link.tsx';

import s from './views.module.css';

/**
 * Up to this width of the window, in pixels, the navigation is a bar without space for pinned
 * views: the menu of views has them, and the command menu first of all.
 */
export const maxWidthWithoutBar = 960;

/**
 * The pinned views of both lists, with their numbers of records: in the side bar, on a phone in the
 * menu of views. `onOpen` is called when one is opened.
 */
export function PinnedViews({ onOpen }: { onOpen?: () => void }) {
  const { pathname, search } = useLocation();
  const { data: views = [] } = useQuery(viewsQuery);
  const pinned = views.filter(({ isPinned }) => isPinned);
  const { data: counts = [] } = useQuery({ ...viewCountsQuery, enabled: pinned.length > 0 });
  if (pinned.length === 0) return null;
  const shown = `${pathname}?${toViewQuery(search)}`;
  return (
    <nav className={s.pinned} aria-label="Pinned views">
      {pinned.map(({ id, list, name, query }) => {
        const path = paths[list]();
        const total = counts.find((one) => one.id === id)?.total ?? null;
        return (
          <Link
            key={id}
            to={`${path}?${query}`}
            className={`${s.pinnedView} row soft`}
            onClick={onOpen}
            aria-current={shown === `${path}?${toViewQuery(query)}` ? 'page' : undefined}
          >
            <span className={`${s.name} one-line`} title={name}>
              {name}
            </span>
            {total !== null && <span className="num">{countText(total)}</span>}
          </Link>
        );
      })}
    </nav>
  );
}

function countText(total: number): string {
  return total > viewLimits.total ? `${count(viewLimits.total)}+` : count(total);
}
