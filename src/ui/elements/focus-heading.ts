import { isTypingEarly } from '#src/lib/early-field.ts';
import { openDialog } from '#src/lib/page-elements.ts';

/**
 * Focuses the heading of the open dialog, else that of the page; not while somebody types for the
 * first field of a page, which takes the focus itself.
 */
export function focusHeading(): void {
  if (isTypingEarly()) return;
  const heading = document.querySelector(`${openDialog} h2`) ?? document.querySelector('h1');
  if (heading instanceof HTMLElement) heading.focus({ preventScroll: true });
}

/**
 * The ref of what may disappear while it has the focus: the heading has the focus then.
 */
export function leaveWhenRemoved(control: Element | null): () => void {
  return () => {
    if (control?.contains(document.activeElement)) focusHeading();
  };
}

/**
 * Focuses the heading instead of a control that disappears, unless the user has moved the focus
 * elsewhere since.
 */
export function leaveControl(control: Element): void {
  const { activeElement, body } = document;
  if (activeElement === control || activeElement === body) focusHeading();
}
