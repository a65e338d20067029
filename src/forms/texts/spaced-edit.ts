/** What is typed, and how it is shown: with spaces or commas that are not part of it. */
export interface SpacedText {
  readonly typed: string;
  readonly shown: string;
}

interface Edit {
  readonly before: SpacedText;
  /** What the input contains after the edit, and where its caret is. */
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
export function findDifference(before: string, after: string) {
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
