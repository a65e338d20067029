// Part of the first script, and therefore short: what opens is loaded when it is opened.

let field: HTMLTextAreaElement | undefined;

/** Returns whether a key opens the command menu: Ctrl or ⌘ with K. */
export function isMenuKey({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !shiftKey && !altKey && key.toLowerCase() === 'k';
}

/**
 * Focuses a hidden field that takes what is typed while the menu is loading. Returns the function
 * that removes the field, gives the focus back and returns the text, which ends in a line break if
 * Enter was pressed; undefined if there is one already.
 */
export function openEarlyField(): (() => string) | undefined {
  if (field) return undefined;
  const opener = document.activeElement;
  const input = document.createElement('textarea');
  field = input;
  // Elsewhere than at a fixed place, typing would scroll the page to the field.
  const hidden = { ariaLabel: 'Search', className: 'visually-hidden', style: 'position:fixed' };
  document.body.append(Object.assign(input, hidden));
  input.focus();
  return () => {
    field = undefined;
    input.remove();
    if (opener instanceof HTMLElement) opener.focus();
    return input.value;
  };
}

/** Returns whether a field takes what is typed for what is loading, and keeps the focus. */
export const isTypingEarly = (): boolean => field !== undefined;
