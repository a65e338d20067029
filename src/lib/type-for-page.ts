import { openEarlyField } from './early-field.ts';
import { typeInto } from './type-into.ts';

/** Ends the collection of text typed for a page that is loading, and returns the text. */
let takeForPage: (() => string) | undefined;
/** The text typed for a page that couldn’t be shown: a retry may show the page. */
let stored = '';

/**
 * Collects typed text for the first field of a page that is loading. Escape ends it without the
 * field, and so does moving the focus elsewhere.
 */
export function typeForPage(): void {
  const take = openEarlyField();
  if (!take) return;
  takeForPage = take;
  const field = document.activeElement;
  const end = () => takeForPage === take && focusPageField(null);
  field?.addEventListener('blur', end);
  field?.addEventListener('keydown', (event) => {
    if (event instanceof KeyboardEvent && event.key === 'Escape') end();
  });
}

/** Returns whether a hidden field collects typed text for a page. */
export const isTypingForPage = (): boolean => takeForPage !== undefined;

/** Ends the hidden field of a page that couldn’t be shown, and keeps its text. */
export function keepForPage(): void {
  const take = takeForPage;
  takeForPage = undefined;
  stored += take?.() ?? '';
}

/**
 * Focuses the first field of a page and gives it the text typed early. With null there is no field,
 * and the text is dropped.
 */
export function focusPageField(first: HTMLElement | null): void {
  keepForPage();
  const text = stored;
  stored = '';
  first?.focus();
  if (first instanceof HTMLInputElement) typeInto(first, text);
}
