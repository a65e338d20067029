// Part of the first script, so it is short: the menu or page itself loads when it is opened.

import { earlyFieldClass } from './page-elements.ts';

let field: HTMLTextAreaElement | undefined;

/** Returns whether a key opens the command menu: Ctrl or ⌘ with K. */
export function isMenuKey({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !shiftKey && !altKey && key.toLowerCase() === 'k';
}

/**
 * Focuses a hidden field that collects text typed during loading. Returns the function that returns
 * the text, and gives the focus back unless it has moved on.
 */
export function typeEarly(input: HTMLTextAreaElement): () => string {
  const opener = document.activeElement;
  input.focus();
  return () => {
    if (document.activeElement === input && opener instanceof HTMLElement) opener.focus();
    return input.value;
  };
}

/**
 * Adds a hidden field for text typed while the menu or a page is loading, and focuses it. Returns
 * the function that removes the field, gives the focus back and returns the text, which ends in a
 * line break if Enter was pressed; undefined if there is such a field already.
 */
export function openEarlyField(): (() => string) | undefined {
  field?.focus();
  if (field) return undefined;
  const input = document.createElement('textarea');
  field = input;
  document.body.append(Object.assign(input, { ariaLabel: 'Loading', className: earlyFieldClass }));
  const end = typeEarly(input);
  return () => {
    field = undefined;
    const text = end();
    input.remove();
    return text;
  };
}

/** Returns whether a hidden field collects typed text during loading and still has the focus. */
export const isTypingEarly = (): boolean => field !== undefined && document.activeElement === field;

let handedOver = '';

/** Hands a text to the field that takes the place of a pending one in the same rendering. */
export function handOver(text: string): void {
  handedOver = text;
  queueMicrotask(takeHandedOver);
}

/** Returns the text that a pending field has handed over, once. */
export function takeHandedOver(): string {
  const text = handedOver;
  handedOver = '';
  return text;
}
