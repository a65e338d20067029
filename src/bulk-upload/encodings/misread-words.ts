/** Quotes, dashes and non-breaking spaces. */
const typicalSigns = new Set([0xa0, 0x2019, 0x2013, 0x2014]);

/** The letters that Western languages write in some places only: see `places`. */
const placedLetters = new Set(Array.from('ÈÐáãçèïñøõæýþðÿ', (letter) => letter.charCodeAt(0)));

const isLetter = (code: number) => (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;

/** Returns whether the word of a non-ASCII character needs a check, by the characters beside it. */
function isSuspect(before: number, code: number, after: number): boolean {
  if (after > 0x7f) return true;
  if (code < 0xc0 || code > 0xff) return !typicalSigns.has(code);
  // Other small letters, and capitals at the start of a word, are those of every Western file.
  if (placedLetters.has(code)) return true;
  return code < 0xdf ? isLetter(before) : code === 0xf7;
}

/** Max number of words to cache: names repeat. */
const maxCachedWords = 50_000;
/** Max number of characters of a word that are checked on either side. */
const reach = 60;

/** Finds words that were probably decoded in the wrong encoding. */
export class MisreadWords {
  readonly #known = new Map<string, boolean>();

  /** Returns the index of the first misread word, or -1. */
  find(text: string): number {
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code < 0x80 || !isSuspect(codeAt(text, at - 1), code, codeAt(text, at + 1))) continue;
      const start = wordStart(text, at);
      const end = wordEnd(text, at);
      if (this.#isImprobable(text.slice(start, end))) return start;
      at = end;
    }
    return -1;
  }

  #isImprobable(word: string): boolean {
    const before = this.#known.get(word);
    if (before !== undefined) return before;
    if (this.#known.size === maxCachedWords) this.#known.clear();
    const isImprobable = improbable.test(word);
    this.#known.set(word, isImprobable);
    return isImprobable;
  }
}

/** Returns the code at an index; a space before the start and after the end of the text. */
function codeAt(text: string, at: number): number {
  return at < 0 || at >= text.length ? 0x20 : text.charCodeAt(at);
}

function wordStart(text: string, at: number): number {
  let start = at;
  while (start > at - reach && isOfWord(codeAt(text, start - 1))) start -= 1;
  return start;
}

function wordEnd(text: string, at: number): number {
  let end = at + 1;
  while (end < at + reach && isOfWord(codeAt(text, end))) end += 1;
  return end;
}

function isOfWord(code: number): boolean {
  return code > 0x7f || isLetter(code) || (code >= 0x30 && code <= 0x39);
}

/** The character that programs write in place of one they could not decode. */
const replaced = '\ufffd';

/**
 * Matches question marks in place of letters: `H?mi`, `Nguy??n`; `?ukasz`, `Te-?ra`; `????`.
 * Doesn't match a question mark after a word.
 */
const lostInName = new RegExp(
  [
    String.raw`\?(?<=\p{L}\?)(?=\?*\p{L})`,
    String.raw`\?(?<=(?:^|[\s\-"'(,;|])\?)(?=\p{L})`,
    String.raw`\?(?<![\p{L}\d?].)(?=\?{3})`,
  ].join('|'),
  'u',
);

/** A word that may legitimately contain a question mark. */
const address = /[=@]|:\/\/|www\./i;

/**
 * Returns whether any row of this text may have lost letters. A quick check of all rows at once.
 */
export function mayHaveLostLetters(text: string): boolean {
  if (text.includes(replaced)) return true;
  for (let at = text.indexOf('?'); at !== -1; at = text.indexOf('?', at + 1))
    // The letter before may take two characters.
    if (lostInName.test(text.slice(Math.max(0, at - 2), at + 5))) return true;
  return false;
}

/**
 * Returns the index at which a cell lost a letter before the file was saved, or -1. `isName`:
 * whether the cell is a name or part of an address.
 */
export function findLostLetter(text: string, isName: boolean): number {
  const sign = text.indexOf(replaced);
  if (sign !== -1 || !isName || !text.includes('?')) return sign;
  for (const { 0: word, index } of text.matchAll(/\S+/g))
    if (!address.test(word) && lostInName.test(word)) return index;
  return -1;
}

/**
 * Patterns that no language of Western Europe has. A row of another encoding is full of them once
 * it is decoded as windows-1252: `Jos‚` and `Bj”rn` were cp850, `JosÃ©` UTF-8, `Micha³`
 * windows-1250, `Èâàíîâ` windows-1251. Each pattern begins with the non-ASCII character.
 */

const high = '[À-ÖØ-öø-ÿŠšŽžŒœŸƒµ]';
const start = String.raw`(?<!\p{L}.)`;
const end = String.raw`(?!\p{L})`;
const afterLetter = String.raw`(?<=\p{L}.)`;
const notAfterWord = String.raw`(?<![\p{L}\d].)`;

/** Symbols where letters should be. */
const signs = [
  // Bytes that are undefined in windows-1252.
  '[\\u0080-\\u009f]',
  // Between letters: M¤ller, Bj”rn, Garc¡a, c½ur, Go³¹b.
  String.raw`[‚„ƒ†‡ˆ˜‰‹›“”•™¡-©«¬®-±³²¹µ¶¸ªº»-¿÷]${afterLetter}(?=[¡-¿]?\p{L})`,
  // After a letter or number: Jos‚, Andr¢, Micha³, Strau§, Zo‘, 5¦.
  `[‚„ƒ†‡ˆ˜‰‹•¡¢¤¦§¨¬¯¶¸¿÷]${afterLetter}`,
  String.raw`[¦§](?<=\d.)`,
  `‘${afterLetter}${end}`,
  String.raw`[¹²³ªº](?<=\p{L}{4}.)`,
  String.raw`[¼½¾](?<=\p{L}{2}.)`,
  // At the start of a word: ¤ukasz, ªtefan, £ukasz, ©koda, €elik.
  String.raw`[ƒ†‡ˆ˜‰¤¦¨¬¯¶¸¹²³ª¼½¾™¢¥´°]${notAfterWord}(?=\p{L}{2})`,
  String.raw`£(?=\p{Ll}{2}|\p{Lu}{4})`,
  String.raw`[©®]${notAfterWord}(?=\p{Ll}{2})`,
  String.raw`€(?=\p{Ll}{3})(?!.uro)`,
  String.raw`µ(?=\p{L}{3})`,
  // Next to other non-ASCII characters: two-byte characters, or another alphabet.
  `[¢-¨¬¯-³µ-¹¼-¾×÷](?<=${high}.)`,
  `[¢-ª¬°-´¶¸-º¼-¾×÷]${notAfterWord}(?=${high})`,
  '(?!(?<sign>.)\\k<sign>)[¢-ª¬-º¼-¾](?=[¢-ª¬-º¼-¾])',
  '[€‚ƒ„†‡ˆ‰–—](?=[¢-ª¬-¯±-º¼-¾])',
  `[ƒ†‡ˆ‰](?=${high})`,
];

/** Capitals amid lowercase letters, and words without an ASCII letter. */
const shapes = [
  '[À-ÖØ-Þ](?<=[à-öø-ÿ].)',
  String.raw`[ŠŒŽŸÆØÞÐ](?<=\p{Ll}.)`,
  String.raw`[ŠŒŽŸÆØÞÐ](?<=\p{Lu}.)(?=\p{Ll})`,
  String.raw`[À-ÅÇ-ÖÙ-Ý](?<=\p{L}{2}\p{Ll}.)(?!\p{Lu})`,
  String.raw`(?!(?<letter>.)\k<letter>{2})${high}(?=${high}{3})`,
  `${high}${start}(?<!(?=[ÆØÅÄÖÜæøåäöüß]+${end}).)(?=${high}{2,}${end})`,
];

const consonant = '[b-df-hj-np-tv-z]';

/** Letters where no Western language has them. */
const places = [
  // Groß and Straße of MS-DOS: Groá, Straáe.
  String.raw`á(?<=(?:[EeRr][iu]|[Gg]ro|[Ss]tra|STRA).)`,
  // Central Europe: Kovaèeviæ, Èapek, Jiøí, Gdañsk, Wiœniewski, Bãlan, Gyõzõ, Gyïzï.
  '[èÈ](?=[aeiouyáéíóúý])',
  String.raw`æ(?<=i.)${end}`,
  '[æøå](?<=[aeouy].)(?<!y[æå])',
  `ø(?<=i.)`,
  `ñ(?=${consonant})`,
  String.raw`ñ(?<=\p{L}.)${end}`,
  'œ(?<=[aeiouy].)',
  'ã(?=[b-df-hj-lnp-rtv-z])',
  String.raw`õ(?<=\p{L}.)${end}`,
  '[ïõ](?<=y.)',
  `ï(?<=${consonant}.)`,
  `ÿ(?=[b-df-hj-np-rtv-z])`,
  // Turkey and the Baltic states: Iþýk, Barýþ, Yýlmaz, Ðimkûnas, Bçrziòð.
  'þ(?![aeiouyáéíóúæörjv])',
  String.raw`ý(?<=[yY].)`,
  String.raw`ý(?=\p{L}{1,3}ý)`,
  String.raw`[ðÐ](?<!\p{L}.)(?=\p{L})`,
  `ç(?=${consonant})`,
  'ð(?<=[BCDHJKMNPQSTWXZbcdhjkmnpqstwxz].)',
];

const improbable = new RegExp([...signs, ...shapes, ...places].join('|'), 'u');
