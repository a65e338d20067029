import { type ChangeEvent, type ComponentProps, useLayoutEffect, useRef, useState } from 'react';

import { Input } from '#src/ui/form/input.tsx';

import { findDifference, editSpaced } from './spaced-edit.ts';

interface SpacedInputProps extends Omit<ComponentProps<typeof Input>, 'onChange' | 'value'> {
  /** What is typed, without the spaces that are only shown. */
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
