import { commonCharacters, letterUse } from './letter-use.ts';

export type Language = keyof typeof letterUse;
export type AsianLanguage = keyof typeof commonCharacters;

/** The languages of an encoding: those it was made for; and that of Asia, if it is one of those. */
export interface Expected {
  readonly languages: readonly Language[];
  readonly asian?: AsianLanguage;
}

interface Letter {
  readonly rarity: number;
  readonly before: readonly [common: string, rare: string];
  readonly after: readonly [common: string, rare: string];
}

/** Natural logarithms of probabilities. */
const cost = {
  rarityStep: 0.75,
  common: 2.3,
  rare: 4.6,
  unseen: 8,
  unknownLetter: 17,
  changedCase: 8,
  otherLanguage: 3,
  kana: 7,
  commonAsian: 9,
  otherAsian: 17,
  nextToAscii: 6,
  halfKana: 12,
  repeatedAsian: 10,
  apostrophe: 3,
  usualSign: 4,
  sign: 9,
  signAtWord: 13,
  signInWord: 17,
  unusualSign: 5,
  noLetter: 20,
  privateUse: 40,
} as const;

const edge = '.';

const letterUseByLanguage: Readonly<Record<string, ReadonlyMap<string, Letter>>> =
  Object.fromEntries(
    Object.entries(letterUse).map(([language, entries]) => [
      language,
      new Map(entries.split(' ').map(parseLetter)),
    ]),
  );

/** The languages that have each letter. */
const languagesByLetter = new Map<string, string[]>();
for (const [language, letters] of Object.entries(letterUseByLanguage))
  for (const letter of letters.keys())
    languagesByLetter.set(letter, [...(languagesByLetter.get(letter) ?? []), language]);

function parseLetter(entry: string): [letter: string, Letter] {
  const [before = '', after = ''] = entry.slice(2).split(';');
  return [
    entry.charAt(0),
    { rarity: Number(entry.charAt(1)), before: levels(before), after: levels(after) },
  ];
}

function levels(letters: string): [common: string, rare: string] {
  const [common = '', rare = ''] = letters.split(',');
  return [common, rare];
}

const commonSets = new Map(
  Object.entries(commonCharacters).map(([language, characters]) => [language, new Set(characters)]),
);

/**
 * Returns how improbable the non-ASCII characters of a text are: the negative logarithm of their
 * probability in the languages of an encoding, so that it compares the ways to decode some bytes.
 */
export function improbability(writtenText: string, expected: Expected): number {
  let sum = cost.repeatedAsian * (writtenText.match(asianRun)?.length ?? 0);
  const text = writtenText.replaceAll(/((?=[^\0-\u007f])\p{L})\1{2,}/gu, '$1');
  for (const [word] of text.matchAll(/(?:(?![ªº])[\p{L}\p{M}’])+/gu))
    if (/[^\0-\u007f]/.test(word) && /[\p{L}\p{M}]/u.test(word)) sum += wordCost(word, expected);
  for (const { 0: sign, index } of text.matchAll(/[^\0-\u007f\p{L}\p{M}]|[ªº]/gu))
    sum += signCost(text, sign, index);
  return sum;
}

/**
 * What only a ß can be in. In MS-DOS it is the byte of `á` in windows-1252, which would be as
 * probable at the end of a word: Groß, Weiß, Hauptstraße.
 */
const sharpWord = /(?:ei|eu|rau|gro|stra)ß|^(?:fu|gru|vo|schlo|spa)ß/i;

const asianScript = String.raw`[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]`;
const asianCharacter = new RegExp(asianScript, 'u');
/** Forty times the same letter would otherwise be twenty times the same character. */
const asianRun = new RegExp(String.raw`(${asianScript})\1{2,}`, 'gu');

function wordCost(word: string, { languages, asian }: Expected): number {
  if (asianCharacter.test(word)) return asianCost(word, asian);
  if (sharpWord.test(word.replaceAll(/[^\0-\u007f]/g, 'ß')))
    return (word.includes('ß') ? 0 : cost.unknownLetter) + caseCost(word);
  const normalised = Array.from(word, normalise);
  if (normalised.length === 1) return loneLetterCost(normalised[0] ?? '', languages);
  let least = normalised.filter((char) => char > '\u007f').length * cost.unknownLetter;
  // The expected languages are mostly the cheapest: then the others end at their first letter.
  for (const language of languages)
    least = Math.min(least, letterCosts(normalised, letterUseByLanguage[language], 0, least));
  for (const language of languagesWith(normalised))
    least = Math.min(
      least,
      letterCosts(normalised, letterUseByLanguage[language], cost.otherLanguage, least),
    );
  return least + caseCost(word);
}

/** A letter by itself tells little: the more usual encoding comes first. */
function loneLetterCost(letter: string, languages: readonly Language[]): number {
  const rarities = languages.map(
    (one) => letterUseByLanguage[one]?.get(letter)?.rarity ?? Infinity,
  );
  return Math.min(cost.unknownLetter, 2 * cost.common + Math.min(...rarities) * cost.rarityStep);
}

/** Returns the languages that have any of the non-ASCII letters of a word. */
function languagesWith(word: readonly string[]): ReadonlySet<string> {
  return new Set(
    word.flatMap((char) => (char > '\u007f' ? (languagesByLetter.get(char) ?? []) : [])),
  );
}

/** Returns `start` and the costs of the letters, or `max` once they are more. */
function letterCosts(
  word: readonly string[],
  letters: ReadonlyMap<string, Letter> | undefined,
  start: number,
  max: number,
): number {
  let sum = start;
  for (let at = 0; at < word.length && sum < max; at += 1) {
    const char = word[at] ?? '';
    if (char < '\u0080' || char === '’') continue;
    const letter = letters?.get(char);
    sum +=
      letter === undefined
        ? cost.unknownLetter
        : letter.rarity * cost.rarityStep +
          neighbourCost(letter.before, word[at - 1]) +
          neighbourCost(letter.after, word[at + 1]);
  }
  return sum;
}

function neighbourCost([common, rare]: Letter['before'], neighbour = edge): number {
  const char = neighbour === '’' ? edge : neighbour;
  // Two letters beyond ASCII are each other's neighbours: each of them costs half.
  const share = char > '\u007f' ? 0.5 : 1;
  if (common.includes(char)) return cost.common * share;
  return (rare.includes(char) ? cost.rare : cost.unseen) * share;
}

/** Returns a letter in lower case, and the comma below of Romanian as the cedilla it replaced. */
function normalise(char: string): string {
  const small = char.toLowerCase();
  if (small.length !== char.length) return char;
  return { ș: 'ş', ț: 'ţ' }[small] ?? small;
}

/** Returns the cost of capitals amid small letters, next to a non-ASCII letter: JoÆo, PÆo. */
function caseCost(word: string): number {
  const changes = word.match(/(?=\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll})(?=[^\0-\u007f]|.[^\0-\u007f])./gu);
  return (changes?.length ?? 0) * cost.changedCase;
}

function asianCost(word: string, asian: AsianLanguage | undefined): number {
  const common = commonSets.get(asian ?? '');
  let sum = 0;
  let before = '';
  for (const char of word) {
    if (/[\uff66-\uff9f]/.test(char)) sum += cost.halfKana;
    else if (asian === 'ja' && /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(char))
      sum += cost.kana;
    else if (char > '\u007f')
      sum += common?.has(char) === true ? cost.commonAsian : cost.otherAsian;
    if (before !== '' && before < '\u0080' !== char < '\u0080') sum += cost.nextToAscii;
    before = char;
  }
  return sum;
}

/** The characters next to a sign. */
type Neighbour = 'edge' | 'digit' | 'letter';

/** Signs where they are usual in names and texts: what is before them, and after them. */
const usual: readonly (readonly [signs: string, before: Neighbour, after: Neighbour])[] = [
  ['”»™®ªº', 'letter', 'edge'],
  ['”»°ºª¹²³€£¢½¼¾™®…–•', 'digit', 'edge'],
  ['‘“„«¿¡', 'edge', 'letter'],
  ['‘“„£€©§°º', 'edge', 'digit'],
  ['–—…€£°ºª©®™§½¼¾×•\u00a0', 'edge', 'edge'],
  ['–×½', 'digit', 'digit'],
];

/** Signs that windows-1252 has, and next to nobody types: many are letters in other encodings. */
const unusual = '¤¥¦¨¬¯¶¸´±÷ƒˆ˜†‡‰‹›‚';

function signCost(text: string, sign: string, index: number): number {
  const before = text[index - 1] ?? ' ';
  const after = text[index + sign.length] ?? ' ';
  if (/\p{Co}/u.test(sign)) return cost.privateUse;
  if (/[\u0080-\u009f\ufffd\u2500-\u25ff]/.test(sign)) return cost.noLetter;
  if (sign === '’' && isApostrophe(text, index)) return cost.apostrophe;
  if (sign === '·' && `${before}${after}`.toLowerCase() === 'll') return cost.usualSign;
  const [one, other] = [classify(before), classify(after)];
  if (usual.some(([signs, first, last]) => first === one && last === other && signs.includes(sign)))
    return cost.usualSign;
  const inWord = one === 'letter' && other === 'letter' ? cost.signInWord : cost.signAtWord;
  const base = one === other && one !== 'letter' ? cost.sign : inWord;
  return base + (unusual.includes(sign) ? cost.unusualSign : 0);
}

function classify(char: string): Neighbour {
  if (/\d/.test(char)) return 'digit';
  return /[a-z\u0080-\uffff]/i.test(char) && char !== '\u00a0' ? 'letter' : 'edge';
}

/**
 * Returns whether a sign is where names have an apostrophe: O’Brien, D’Angelo, L’Été,
 * Zoë’s.
 */
function isApostrophe(text: string, index: number): boolean {
  return (
    /(?:^|\P{L})\p{L}$/u.test(text.slice(Math.max(0, index - 2), index)) ||
    /^s?(?:\P{L}|$)/iu.test(text.slice(index + 1, index + 3))
  );
}
