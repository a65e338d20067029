import { type ChangeEvent, type ComponentProps, useLayoutEffect, useRef, useState } from 'react';

import { Input } from '#src/ui/form/text-input.tsx';

interface SpacedInputProps extends Omit<ComponentProps<typeof Input>, 'onChange' | 'value'> {
  /** The typed text, without the spaces that are only shown. */
  value: string;
  /** Returns digits with spaces, and any other text unchanged. */
  space: (typed: string) => string;
  onType: (typed: string, isPasted: boolean) => void;
}

/**
 * An input that shows digits in groups while they are typed. The spaces are not part of its value.
 * They are put in as the browser's own editing does it, so that Undo still works; what Undo brings
 * back is shown as it was.
 */
export function SpacedInput({ value, space, onType, ...input }: SpacedInputProps) {
  const [last, setLast] = useState({ typed: value, shown: space(value), caret: -1 });
  const shown = last.typed === value ? last.shown : space(value);
  const element = useRef<HTMLInputElement>(null);
  const isSpacing = useRef(false);

  // Where the browser has put the spaces in, the caret is in its place already.
  useLayoutEffect(() => {
    const box = element.current;
    if (last.caret < 0 || box === null || document.activeElement !== box) return;
    if (box.selectionStart !== last.caret) box.setSelectionRange(last.caret, last.caret);
  }, [last]);

  const handleChange = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    if (isSpacing.current) return;
    const { inputType = '', isComposing = false } =
      nativeEvent instanceof InputEvent ? nativeEvent : {};
    const isHistory = inputType.startsWith('history');
    const caret = target.selectionStart ?? target.value.length;
    const next = editSpaced({
      before: { typed: value, shown },
      after: target.value,
      caret,
      isForward: /^delete.*Forward$/.test(inputType),
      isHistory,
      space,
    });
    if (isComposing || isHistory) {
      setLast({ ...next, shown: target.value, caret });
    } else {
      isSpacing.current = true;
      replaceText(target, next.shown);
      isSpacing.current = false;
      setLast(next);
    }
    onType(next.typed, inputType === 'insertFromPaste');
  };

  return <Input {...input} ref={element} value={shown} onChange={handleChange} />;
}

/**
 * Replaces what differs in an input's text, as an edit that the browser's Undo knows. Does nothing
 * where the browser can't; React then sets the text.
 */
function replaceText(input: HTMLInputElement, text: string): void {
  const { value } = input;
  if (value === text || !('execCommand' in document)) return;
  const { start, end, inserted } = findDifference(value, text);
  input.setSelectionRange(start, end);
  // Deprecated, and still the only edit by a script that Undo takes back.
  if (inserted === '') document.execCommand('delete');
  else document.execCommand('insertText', false, inserted);
}

/** A typed text, and the shown one, with spaces or commas that are not part of it. */
export interface SpacedText {
  readonly typed: string;
  readonly shown: string;
}

interface Edit {
  readonly before: SpacedText;
  /** The text in the input after the edit, and the place of its caret. */
  readonly after: string;
  readonly caret: number;
  /** Whether the character after the caret was deleted, not the one before it. */
  readonly isForward: boolean;
  /** Whether Undo or Redo made it: the spaces that it brings back were not typed. */
  readonly isHistory?: boolean;
  /** Returns digits with spaces, and any other text unchanged. */
  readonly space: (typed: string) => string;
}

/**
 * Returns what an edit of a spaced number makes of it, and where the caret belongs. Spaces are
 * shown between digits that are typed without any; who types a space or anything else keeps what
 * is shown, as typed. Deleting a space that was not typed deletes the digit beside it.
 */
export function editSpaced(edit: Edit): SpacedText & { readonly caret: number } {
  const { after, caret, isForward, space } = edit;
  const typed = typedIn(edit);
  const shown = space(typed);
  const { start, end, inserted } = findDifference(edit.before.shown, after);
  const isOnlySpace = shown === edit.before.shown && inserted === '' && end - start === 1;
  if (!isOnlySpace) return { typed, shown, caret: caretAfter(shown, after.slice(0, caret)) };
  const at = isForward ? caret : caret - 1;
  const shorter = `${after.slice(0, Math.max(0, at))}${after.slice(at + 1)}`;
  const rest = keepDigits(shorter);
  return { typed: rest, shown: space(rest), caret: caretAfter(space(rest), after.slice(0, at)) };
}

/** Returns what is typed in an edited text. */
function typedIn({ before, after, isHistory = false }: Edit): string {
  const { inserted } = findDifference(before.shown, after);
  const isOther = isHistory ? /[^\d ,]/.test(after) : /\D/.test(inserted);
  return isOther || /\D/.test(before.typed) ? after : keepDigits(after);
}

const keepDigits = (text: string) => text.replaceAll(/\D/g, '');

/**
 * Returns what differs between the unchanged start and end of a text: where that begins and ends in
 * the text before, and what is inserted there.
 */
function findDifference(before: string, after: string) {
  let start = 0;
  while (start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  const maxEnd = Math.min(before.length, after.length) - start;
  while (end < maxEnd && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return {
    start,
    end: before.length - end,
    inserted: after.slice(start, after.length - end),
  };
}

/** Returns the place in a shown text after the characters before the caret, separators aside. */
function caretAfter(shown: string, beforeCaret: string): number {
  if (shown.startsWith(beforeCaret)) return beforeCaret.length;
  let left = beforeCaret.replaceAll(/[ ,]/g, '').length;
  let at = 0;
  while (left > 0 && at < shown.length) {
    if (!/[ ,]/.test(shown[at] ?? '')) left -= 1;
    at += 1;
  }
  return at;
}
