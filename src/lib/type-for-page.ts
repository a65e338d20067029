import { openEarlyField } from './early-field.ts';
import { typeInto } from './type-into.ts';

/** Returns what was typed for a page that is loading, and ends that. */
let takeForPage: (() => string) | undefined;

/**
 * Takes what is typed from now on for the first field of a page that is loading. It ends without
 * the field by Escape, and once the focus is moved elsewhere.
 */
export function typeForPage(): void {
  const take = openEarlyField();
  if (!take) return;
  takeForPage = take;
  const field = document.activeElement;
  const end = () => takeForPage === take && void takeTypedForPage();
  field?.addEventListener('blur', end);
  field?.addEventListener('keydown', (event) => {
    if (event instanceof KeyboardEvent && event.key === 'Escape') end();
  });
}

function takeTypedForPage(): string {
  const take = takeForPage;
  takeForPage = undefined;
  return take?.() ?? '';
}

/** Focuses the first field of a page, which then has what was typed for it; null: there is none. */
export function focusPageField(first: HTMLElement | null): void {
  const text = takeTypedForPage();
  first?.focus();
  if (first instanceof HTMLInputElement) typeInto(first, text);
}
