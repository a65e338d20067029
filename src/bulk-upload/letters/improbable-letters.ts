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
  // After a letter: Jos‚, Andr¢, Micha³.
  `[‚„ƒ†‡ˆ˜‰‹¡¢¤¦¨¬¯¶¸¿÷]${afterLetter}`,
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
  String.raw`[ŠŒŽŸÆØÞÐ](?<=\p{Ll}.)`,
  String.raw`[ŠŒŽŸÆØÞÐ](?<=\p{Lu}.)(?=\p{Ll})`,
  String.raw`[À-ÅÇ-ÖÙ-Ý](?<=\p{L}{2}\p{Ll}.)(?!\p{Lu})`,
  String.raw`(?!(?<letter>.)\k<letter>{2})${high}(?=${high}{3})`,
  `(?![ÆØÅÄÖÜæøåäöüß]+${end})${high}${start}(?=${high}{2,}${end})`,
];

const improbable = new RegExp([...signs, ...shapes].join('|'), 'u');

/** Returns whether a word contains letters or signs that were hardly written that way. */
export function isImprobableWord(word: string): boolean {
  return improbable.test(word);
}
