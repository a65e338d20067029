import { withoutFormatCharacters } from '#contract/v1/rules/rules.ts';

const otherSpaces = /[\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/g;

/**
 * Returns a cell without invisible characters and with plain spaces in place of other spaces,
 * trimmed.
 */
export function withoutInvisible(text: string): string {
  return withoutFormatCharacters(text).replaceAll(otherSpaces, ' ').trim();
}

/** `="0800"`: programs write a text as a formula, so that a spreadsheet keeps its zeros. */
const quotedFormula = /^="((?:[^"]|"")*)"$/;

/** Returns the text that a formula has in quotes, which is certain; any other text as it is. */
export function withoutFormula(text: string): string {
  const inner = quotedFormula.exec(text)?.[1];
  return inner === undefined ? text : inner.replaceAll('""', '"').trim();
}

/**
 * Returns the same without the apostrophe or the formula by which programs mark a cell as text.
 */
export const tidyText = (text: string): string =>
  withoutFormula(withoutInvisible(text).replace(/^['’]\s*/, ''));
