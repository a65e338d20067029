import { draftLimits } from '#contract/portal/new-lead/drafts.ts';

import { draftLabel, type DraftTexts } from './draft-content.ts';

/** A text that is too long for a draft, and the number of characters of it that are saved. */
export interface CutText {
  readonly label: string;
  readonly length: number;
  readonly saved: number;
}

/** Bytes of a draft beside its texts, at most: id, country and the names of the properties. */
const otherBytes = 1024;

/**
 * Returns the texts as far as a draft can hold them, and which of them are longer. So a text that
 * is too long does not stop the others from being saved. `sent` is saved beside the texts, in full.
 */
export function fitTexts(
  texts: DraftTexts,
  sent: DraftTexts | null,
): { texts: DraftTexts; cut: readonly CutText[] } {
  const maxBytes = draftLimits.body - otherBytes - measureBytes(sent);
  let max: number = draftLimits.textLength;
  let fitting = shortened(texts, max);
  while (max > 255 && measureBytes(fitting) > maxBytes) {
    max = Math.floor(max * 0.75);
    fitting = shortened(texts, max);
  }
  const cut = Object.entries(texts).flatMap(([path, { length }]) => {
    const saved = fitting[path]?.length ?? 0;
    return saved < length ? [{ label: draftLabel(path), length, saved }] : [];
  });
  return { texts: fitting, cut };
}

/** Returns the texts with at most `max` characters each, none of which is half a character. */
function shortened(texts: DraftTexts, max: number): DraftTexts {
  const start = (text: string) =>
    text.length > max ? text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '') : text;
  return Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, start(text)]));
}

function measureBytes(texts: DraftTexts | null): number {
  return new TextEncoder().encode(JSON.stringify(texts)).length;
}

/** Returns what is not saved of the texts, as a sentence; `''` if all is. */
export function cutInWords(cut: readonly CutText[]): string {
  return cut
    .map(
      ({ label, length, saved }) =>
        `${label} has ${inGroups(length)} characters: a draft stores only the first ${inGroups(saved)}.`,
    )
    .join(' ');
}

function inGroups(count: number): string {
  return count.toLocaleString('en');
}
