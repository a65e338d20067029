import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router';

import { paths } from '#src/lib/paths.ts';

import { focusRow } from './shortcut-keys.ts';

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
    if (type !== NavigationType.Pop || !isRecordOf(left.pathname, location.pathname)) return;
    waiting.current?.abort();
    waiting.current = new AbortController();
    focusWhenShown(left.pathname, waiting.current);
    const list = listWithRow(left.state, location.pathname + location.search);
    if (list !== undefined) void navigate(list, { replace: true });
  }, [location, type, navigate]);
  useEffect(() => () => waiting.current?.abort(), []);
}

/** Returns whether a path is that of a record, and the other one that of its list. */
function isRecordOf(path: string, listPath: string): boolean {
  const isList = listPath === paths.leads() || listPath === paths.deals();
  return isList && path.startsWith(`${listPath}/`);
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

/** Focuses the row as soon as it is there, unless the user does something first. */
function focusWhenShown(path: string, waiting: AbortController): void {
  const selector = `main :is(tbody th > a, a[data-card])[href=${JSON.stringify(path)}]`;
  const look = () => {
    const link = document.querySelector<HTMLElement>(selector);
    if (link === null) return;
    focusRow(link);
    waiting.abort();
  };
  look();
  const { signal } = waiting;
  if (signal.aborted) return;
  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['href'] });
  signal.addEventListener('abort', () => observer.disconnect());
  for (const event of ['keydown', 'pointerdown'])
    addEventListener(event, () => waiting.abort(), { signal });
}
