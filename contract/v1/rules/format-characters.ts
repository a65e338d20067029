/**
 * Format characters: marks and overrides of direction, which can show a name's letters in another
 * order, zero-width characters, soft hyphens, and tag characters. Not the few that can be seen,
 * such as the Arabic number sign.
 */
const formatCharacter = String.raw`[\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]`;
/** The scripts that are spelled with joiners. */
const joinedScripts =
  'Arabic Syriac Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar';
/** A letter or mark of such a script. */
const joined = String.raw`(?=\p{L}|\p{M})[${joinedScripts.replaceAll(/(\w+) ?/g, String.raw`\p{Script=$1}`)}]`;
const emoji = String.raw`\p{Extended_Pictographic}`;

/** Matches a character with the joiner that it needs, and every other format character. */
const neededOrFormat = new RegExp(
  String.raw`(${joined}[\u200C\u200D](?=${joined})|[${emoji}\p{Emoji_Modifier}\uFE0F]\u200D(?=${emoji}))|${formatCharacter}`,
  'gu',
);
const anyFormatCharacter = new RegExp(formatCharacter, 'u');

/**
 * Returns a text without characters that nobody sees and that change how others are shown or
 * compared. Joiners remain where a script or an emoji is spelled with them.
 */
export function withoutFormatCharacters(text: string): string {
  return anyFormatCharacter.test(text) ? text.replaceAll(neededOrFormat, '$1') : text;
}
