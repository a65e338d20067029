// Part of the first script, and therefore short: the menu is loaded when it is opened.

let field: HTMLInputElement | undefined;

/** What was typed since the key of the menu, while the page could not open it yet. */
let early: string | undefined;
const clear = () => (early = undefined);
const listeners = new AbortController();

/** Returns whether a key opens the command menu: Ctrl or ⌘ with K. */
export function isMenuKey({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !shiftKey && !altKey && key.toLowerCase() === 'k';
}

function onKeyDown(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey } = event;
  const isText = early !== undefined && key.length === 1 && !ctrlKey && !metaKey;
  if (isMenuKey(event)) early = '';
  else if (isText) early += key;
  else return;
  event.preventDefault();
  // A letter of the text is no shortcut.
  event.stopImmediatePropagation();
}

function onFocusIn({ target }: FocusEvent): void {
  if (target instanceof HTMLInputElement) clear();
}

/** Remembers the key of the menu, and what is typed after it, from the start of the script. */
export function rememberMenuKey(): void {
  const options = { capture: true, signal: listeners.signal };
  addEventListener('keydown', onKeyDown, options);
  addEventListener('pointerdown', clear, options);
  addEventListener('focusin', onFocusIn, options);
}

/** Returns what was remembered, if the key of the menu was pressed, and remembers no more. */
export function takeEarlyText(): string | undefined {
  listeners.abort();
  const text = early;
  clear();
  return text;
}

/**
 * Focuses a hidden field that takes what is typed while the menu is loading, after `text`. Returns
 * the function that removes the field, gives the focus back and returns the text; undefined if
 * there is one already.
 */
export function openEarlyField(text = ''): (() => string) | undefined {
  if (field) return undefined;
  const opener = document.activeElement;
  const input = document.createElement('input');
  field = input;
  // Elsewhere than at a fixed place, typing would scroll the page to the field.
  const hidden = { ariaLabel: 'Search', className: 'visually-hidden', style: 'position:fixed' };
  document.body.append(Object.assign(input, hidden));
  input.value = text;
  input.focus();
  return () => {
    field = undefined;
    input.remove();
    if (opener instanceof HTMLElement) opener.focus();
    return input.value;
  };
}
