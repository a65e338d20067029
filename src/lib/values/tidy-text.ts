import { withoutFormatCharacters } from '#contract/v1/rules/rules.ts';

const otherSpaces = /[\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/g;

/**
 * Returns a cell without invisible characters and with plain spaces in place of other spaces,
 * trimmed.
 */
export function withoutInvisible(text: string): string {
  return withoutFormatCharacters(text).replaceAll(otherSpaces, ' ').trim();
}

/** Returns the same without the apostrophe by which a spreadsheet marks a cell as text. */
export const tidyText = (text: string): string => withoutInvisible(text).replace(/^['’]\s*/, '');
