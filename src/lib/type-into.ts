/** Adds a text to a field as if it was typed there: up to the end of its first line. */
export function typeInto(input: HTMLInputElement, text: string): void {
  const [line = ''] = text.split('\n');
  if (line === '') return;
  // Not of the element itself, where React watches for changes that are its own.
  Reflect.set(HTMLInputElement.prototype, 'value', input.value + line, input);
  input.dispatchEvent(new InputEvent('input', { bubbles: true, data: line }));
}

/**
 * The ref of the first field of a menu: the field has the focus when the menu is opened, and what
 * was typed before it was there. On a phone nothing moves, whose keyboard would cover the menu.
 */
export function takeTyped(input: HTMLInputElement | null): (() => void) | undefined {
  const typed = input?.closest('[popover]')?.querySelector('textarea');
  if (!input || !typed || !matchMedia('(pointer: fine)').matches) return undefined;
  const isEarly = document.activeElement === typed;
  // For a menu that is about to be shown, whose hidden field would have the focus otherwise.
  input.autofocus = true;
  typed.hidden = true;
  input.focus();
  // What a field has already is replaced by what is typed, as after a Tab.
  input.select();
  if (isEarly) typeInto(input, typed.value);
  return () => {
    typed.hidden = false;
    typed.value = '';
  };
}
