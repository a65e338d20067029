import { takeHandedOver } from './early-field.ts';
import { menuTextMark } from './page-elements.ts';

type TextField = HTMLInputElement | HTMLTextAreaElement;

/**
 * Writes a text into a field as if it was typed there. A single-line field gets only the first
 * line, in place of its content, as after a Tab. A text area gets all of it, appended. The Enter
 * that ends the first line submits nothing, because the user has not seen the form. They believed
 * it to be done, so text after it is not meant for the field.
 */
export function typeInto(field: TextField, text: string): void {
  const isArea = field instanceof HTMLTextAreaElement;
  const [line = ''] = text.split('\n');
  const data = isArea ? text : line;
  if (data === '') return;
  const { prototype } = isArea ? HTMLTextAreaElement : HTMLInputElement;
  // Past React's own setter on the element, which would hide the change from React.
  Reflect.set(prototype, 'value', isArea ? field.value + data : data, field);
  field.dispatchEvent(new InputEvent('input', { bubbles: true, data }));
}

/**
 * Focuses the first field of a part that has opened, or another target if it has none. A field gets
 * the text typed while it was loading.
 */
export function focusTyped(target: HTMLElement | null | undefined): void {
  target?.focus();
  if (document.activeElement !== target) return;
  const text = takeHandedOver();
  // The typed text replaces the content of the field, as after a Tab.
  if (target instanceof HTMLInputElement) target.select();
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)
    typeInto(target, text);
}

/**
 * The ref of the first field of a menu. When the menu opens, the field gets the focus and the text
 * typed before it was there. The focus does not move on a phone, where the keyboard would cover the
 * menu, or if the field is in a closed part of the menu.
 */
export function takeTyped(
  input: HTMLInputElement | HTMLSelectElement | null,
): (() => void) | undefined {
  const typed = input
    ?.closest('[popover]')
    ?.querySelector<HTMLTextAreaElement>(`[${menuTextMark}]`);
  if (!input || !typed || input.closest('details:not([open])')) return undefined;
  if (!matchMedia('(pointer: fine)').matches) return undefined;
  const isEarly = document.activeElement === typed;
  // For a menu that is about to be shown: otherwise its hidden field would take the focus.
  input.autofocus = true;
  typed.hidden = true;
  input.focus();
  if (input instanceof HTMLInputElement) {
    // The typed text replaces the content of the field, as after a Tab.
    input.select();
    if (isEarly) typeInto(input, typed.value);
  }
  return () => {
    typed.hidden = false;
    typed.value = '';
  };
}
