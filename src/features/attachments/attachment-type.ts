import { attachmentTypes, type AttachmentType } from '#contract/v1/values.ts';

const [statements, identity, image] = attachmentTypes;

/** Words that tell a type, the surer first: a card's `visa-statement.pdf` is a statement. Short words count only when they stand alone. */
const clues: readonly (readonly [RegExp, AttachmentType])[] = [
  [/statement|stmt|bank|transaction|account|\b(?:acct|txns?)\b/, statements],
  [/licen[cs]e|passport|driver|identi(?:ty|fication)|\b(?:id|dl|visa)\b/, identity],
  [/\.(?:png|jpe?g|webp|hei[cf])$/, image],
];

/**
 * The type a file most likely is, by its name. Where the name says nothing it is bank statements, the file that is
 * asked for most; a person confirms every guess before it goes.
 */
export function guessType(fileName: string): AttachmentType {
  const words = fileName
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll(/[_\d]/g, ' ');
  return clues.find(([clue]) => clue.test(words))?.[1] ?? statements;
}
