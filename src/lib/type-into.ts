import { takeHandedOver } from './early-field.ts';

type TextField = HTMLInputElement | HTMLTextAreaElement;

/**
 * Writes a text into a field as if it was typed there. A field of one line gets its first line, in
 * place of what it has, as after a Tab; an area gets all of it, after what it has. Enter, which
 * ends the first line, submits nothing that nobody has seen; whoever pressed it believed the form
 * to be done, so that what follows is not meant for the field.
 */
export function typeInto(field: TextField, text: string): void {
  const isArea = field instanceof HTMLTextAreaElement;
  const [line = ''] = text.split('\n');
  const data = isArea ? text : line;
  if (data === '') return;
  const { prototype } = isArea ? HTMLTextAreaElement : HTMLInputElement;
  // Not of the element itself, where React watches for changes that are its own.
  Reflect.set(prototype, 'value', isArea ? field.value + data : data, field);
  field.dispatchEvent(new InputEvent('input', { bubbles: true, data }));
}

/**
 * Focuses the first field of what has opened, or what has the focus without one. The field gets
 * what was typed while it was loading.
 */
export function focusTyped(target: HTMLElement | null | undefined): void {
  target?.focus();
  if (document.activeElement !== target) return;
  const text = takeHandedOver();
  // What a field has already is replaced by what is typed, as after a Tab.
  if (target instanceof HTMLInputElement) target.select();
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)
    typeInto(target, text);
}

/**
 * The ref of the first field of a menu: the field has the focus when the menu is opened, and what
 * was typed before it was there. On a phone nothing moves, whose keyboard would cover the menu; nor
 * to a field of a part of the menu that is closed.
 */
export function takeTyped(
  input: HTMLInputElement | HTMLSelectElement | null,
): (() => void) | undefined {
  const typed = input?.closest('[popover]')?.querySelector('textarea');
  if (!input || !typed || input.closest('details:not([open])')) return undefined;
  if (!matchMedia('(pointer: fine)').matches) return undefined;
  const isEarly = document.activeElement === typed;
  // For a menu that is about to be shown, whose hidden field would have the focus otherwise.
  input.autofocus = true;
  typed.hidden = true;
  input.focus();
  if (input instanceof HTMLInputElement) {
    // What a field has already is replaced by what is typed, as after a Tab.
    input.select();
    if (isEarly) typeInto(input, typed.value);
  }
  return () => {
    typed.hidden = false;
    typed.value = '';
  };
}
