import { focusRow } from './shortcut-keys.ts';

/**
 * Focuses a link of a row as soon as `find` returns it, unless the user does something first.
 * `find` returns undefined while the link may still come, and null once it won’t. What `waiting`
 * waits for ends with it.
 */
export function focusWhenShown(
  find: () => HTMLElement | null | undefined,
  waiting: AbortController,
): void {
  const look = () => {
    const link = find();
    if (link === undefined) return;
    waiting.abort();
    if (link !== null) focusRow(link);
  };
  look();
  const { signal } = waiting;
  if (signal.aborted) return;
  const observer = new MutationObserver(look);
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['href', 'aria-busy', 'data-searched'],
  });
  signal.addEventListener('abort', () => observer.disconnect());
  for (const event of ['keydown', 'pointerdown'])
    addEventListener(event, () => waiting.abort(), { signal });
}
