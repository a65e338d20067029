import { attachmentTypes, type AttachmentType } from '#contract/v1/values.ts';

const [statements, identity, image] = attachmentTypes;

/**
 * Clues to a type, most reliable first: a card's `visa-statement.pdf` is a statement. Short words
 * count only as whole words.
 */
const clues: readonly (readonly [RegExp, AttachmentType])[] = [
  [/statement|stmt|bank|transaction|account|\b(?:acct|txns?)\b/, statements],
  [/licen[cs]e|passport|driver|identi(?:ty|fication)|\b(?:id|dl|visa)\b/, identity],
  [/\.(?:png|jpe?g|webp|hei[cf])$/, image],
];

/**
 * Returns the most likely type of a file, from its name. Falls back to bank statements, the type
 * requested most often. A user confirms every guess before the file is sent.
 */
export function guessType(fileName: string): AttachmentType {
  const words = fileName
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll(/[_\d]/g, ' ');
  return clues.find(([clue]) => clue.test(words))?.[1] ?? statements;
}
