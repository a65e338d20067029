import { useEffect } from 'react';
import { useLocation } from 'react-router';

import { paths } from '#src/lib/paths.ts';

import { focusWhenShown } from './focus-when-shown.ts';
import { pageTargets } from './shortcut-keys.ts';

/**
 * Moves the focus from the search of a list to its first row by Enter or the down arrow, once the
 * list shows what was searched for. Also while the shortcuts are switched off: no letter is one.
 */
export function useSearchKeys(): void {
  const { pathname } = useLocation();
  const isList = isListPath(pathname);
  useEffect(() => {
    if (!isList) return undefined;
    let waiting = new AbortController();
    const onKeyDown = (event: KeyboardEvent) => {
      const { target: search } = event;
      if (!(search instanceof HTMLInputElement) || !isToRows(event)) return;
      event.preventDefault();
      waiting.abort();
      waiting = new AbortController();
      focusWhenShown(() => findFirstRow(search), waiting);
    };
    addEventListener('keydown', onKeyDown);
    return () => {
      removeEventListener('keydown', onKeyDown);
      waiting.abort();
    };
  }, [isList]);
}

/** Returns whether a path is that of a list with rows to search. */
export function isListPath(path: string): boolean {
  return path === paths.leads() || path === paths.deals();
}

function isToRows({ key, target, isComposing, ...event }: KeyboardEvent): boolean {
  if (isComposing || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return false;
  const isKey = key === 'Enter' || key === 'ArrowDown';
  return isKey && target instanceof Element && target.matches(pageTargets.search);
}

/**
 * Returns the link of the first row that a search has found: undefined until it is loaded, null if
 * nothing was found.
 */
function findFirstRow(search: HTMLInputElement): HTMLElement | null | undefined {
  const isSearched = search.dataset['searched'] === search.value.trim();
  if (!isSearched || document.querySelector('main table[aria-busy="true"]')) return undefined;
  return document.querySelector<HTMLElement>(pageTargets.rowLink);
}
