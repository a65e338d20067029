import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router';

import { focusWhenShown } from './focus-when-shown.ts';
import { isListPath } from './use-search-keys.ts';

/**
 * Focuses the row of a record in its list when the user goes back from the record's page. Where the
 * user has gone on to a record of another page of the list, that page is shown.
 */
export function useReturnToRow(): void {
  const location = useLocation();
  const type = useNavigationType();
  const navigate = useNavigate();
  const before = useRef(location);
  const waiting = useRef<AbortController>(undefined);
  useEffect(() => {
    const left = before.current;
    before.current = location;
    if (type !== NavigationType.Pop || !isRecordInList(left.pathname, location.pathname)) return;
    waiting.current?.abort();
    waiting.current = new AbortController();
    const selector = `main :is(tbody th > a, a[data-card])[href=${JSON.stringify(left.pathname)}]`;
    const find = () => document.querySelector<HTMLElement>(selector) ?? undefined;
    focusWhenShown(find, waiting.current);
    const list = listWithRow(left.state, location.pathname + location.search);
    if (list !== undefined) void navigate(list, { replace: true });
  }, [location, type, navigate]);
  useEffect(() => () => waiting.current?.abort(), []);
}

/** Returns whether a path is that of a record, and the other one that of its list. */
function isRecordInList(path: string, listPath: string): boolean {
  return isListPath(listPath) && path.startsWith(`${listPath}/`);
}

/**
 * Returns the address of the page of the list that contains the record, if the user has come from
 * `opened` and that is another page.
 */
function listWithRow(state: unknown, opened: string): string | undefined {
  if (typeof state !== 'object' || state === null) return undefined;
  if (!('list' in state) || !('opened' in state)) return undefined;
  const isOther = state.opened === opened && state.list !== opened;
  return isOther && typeof state.list === 'string' ? state.list : undefined;
}
