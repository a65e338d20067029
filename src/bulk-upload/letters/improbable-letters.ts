/**
 * Letter patterns that no Western European language uses. A file that was saved in another encoding
 * and decoded as windows-1252 is full of them: `Jos‚` and `Bj”rn` were cp850, `Micha³` and
 * `Kovaèeviæ` windows-1250, `Èâàíîâ` windows-1251. Each pattern begins with the non-ASCII
 * character.
 */

const high = '[À-ÖØ-öø-ÿŠšŽžŒœŸƒµ]';
const start = String.raw`(?<!\p{L}.)`;
const end = String.raw`(?!\p{L})`;
const afterLetter = String.raw`(?<=\p{L}.)`;
const beforeLetter = String.raw`(?=\p{L})`;
const notAfterWord = String.raw`(?<![\p{L}\d].)`;
const consonant = '[b-df-hj-np-tv-xz]';
const firstConsonant = String.raw`(?<!\p{L})[B-DF-HJ-NP-TV-XZ]`;

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

/** Pairs of letters that no language combines in one word. */
const mixtures = [
  ['[ŽžŠš]', '[èìòùàâêîïûøæåñãçðþœ]'],
  ['[ìòù]', '[áéíóúý]'],
  ['ï', '[áíóúý]'],
  ['[õû]', '[áéíóú]'],
  ['ý', 'ü'],
  ['[ðþ]', '[çñãõüêîâìòù]'],
].flatMap(([one, other]) => [
  String.raw`${one}(?=\p{L}*${other})`,
  String.raw`${other}(?=\p{L}*${one})`,
]);

/** Letter combinations that occur in no word of the languages that use the letter. */
const neighbours = [
  // č, ć, ř, ě, ů, ň, ď.
  'è(?=[aeiouykæáéíóúýìù])',
  String.raw`è(?<=(?<!gl)i.|a.)(?<=\p{L}{3}.)${end}`,
  `È${start}(?=[aeiouyáíéìù])`,
  `æ(?<=[iáéíóú].)${end}`,
  'æ(?<=[aeou].)',
  'æ(?<=i.)(?=[aikc])',
  `ø(?=[áíéìýùóú]|ich|ej${end})|ø(?<=d.)(?=ej)`,
  'ø(?<=[áíéìýóú].|[aeiou].(?=[aeiou])|[pP].(?=[ie][bkcmstdv]))',
  'Ø(?=[áíìé])',
  'ì(?=[kjzvžš])',
  `ì(?<=[vjzVZ].)${beforeLetter}`,
  'ì(?<=[bdptnfmBDPF].)(?=[lntsdh])',
  'ù(?=[kjzvžšè])',
  `ù(?<=[jkzvžšè].)${beforeLetter}`,
  'ò(?<=[aeoyáíéìèø].)',
  'ò(?=k)',
  `ï(?<=${consonant}.)`,
  `[Ïï]${start}${beforeLetter}`,
  // ń, ę, ś, Ś.
  'ñ(?=[bdfgklmpqrstvwxz]|c(?!h))',
  `ñ${afterLetter}${end}`,
  'ê(?=[gk]|b[^aei]|d[rz]|cz|p[nk])',
  '[êœæñ](?<=[sScCdDr]z.)',
  'œ(?<=[aeiouyAEIOUY].)',
  `œ${afterLetter}${end}`,
  'œ(?=[wk])',
  'Œ(?=[wmlpr])',
  // ă, ţ, ő, ű, đ.
  String.raw`ã(?=[bcdfghjklmnpqrtuvwx]|z[^i]|s\p{L}|i[^sbm])`,
  `ã(?<=(?:ic|oar|it|od|ou|ut).)${end}`,
  `[þÞ]${afterLetter}${end}`,
  '[þÞ](?=[bcdfghklmnpqstxz])',
  'þ(?<=[aeiouý].)(?=[aeiou])',
  'þ(?<=[b-df-hj-np-tv-z].)(?=[ai])',
  String.raw`õ(?<=\p{L}{3}.)${end}`,
  String.raw`õ(?<=\p{L}{2}.)(?=s${end})`,
  'õ(?=f)|õ(?<=rd.|ls.)',
  '[õû](?<=(?:[GgNn]y|[Ss]z|[Cc]s|zs).)',
  '[õû](?=gy|sz|cs|zs|ny)',
  `[ðÐ]${start}${beforeLetter}`,
  'ð(?<=[nN].)(?=[aeio])',
  // ğ, ı, ş, İ, Ş; ơ, ư.
  'ð(?=lu|uz)|ð(?<=do.)(?=a)',
  `þ(?=ý|e${end})`,
  'Þ(?=ah)',
  'ý(?<=[yY].)|ý(?<=[TNPKtnpk]h.)',
  String.raw`ý(?=y|ç|õ|\p{L}{1,4}ý)`,
  `õ(?<=[Tt]h.)${end}`,
  `Ý${start}(?=[bcdfghklnpstvz])`,
  // ē, ī; я; ß of cp850.
  `ç(?<=(?:${firstConsonant}|[b-df-hj-mp-tv-xz]).)(?=${consonant})`,
  `ç${start}(?=${consonant})`,
  `î(?<=[ltvrsk].)(?=(?:n[ae]|te|d[ae])${end}|ja)`,
  `ß${start}${beforeLetter}`,
  'á(?<=[aou].)(?=e)|á(?<=[ie]e.|ei.|[ae]u.)|á(?<=[aou].)(?=[bcdfghkmpstvz])',
  // ö of Mac Roman.
  `š(?<=(?:${firstConsonant}|(?<=${firstConsonant})j).)(?=${consonant})`,
  `š(?<=(?:[BDFGKPTbdfgkpt][rl]|S[tp]|Schr?|str|sj).)(?=[bdfghlmnprstwz])`,
  'š(?=h[a-z]|r[gn]|ck|(?<twin>[a-z])\\k<twin>)',
];

/** Signs that stand next to letters in sentences, but not in names and addresses. */
const inNames = [
  `[…•›‹]${afterLetter}|[…•]${beforeLetter}`,
  String.raw`[¹³](?<=\p{L}{3}.)`,
  String.raw`£(?<=\p{Ll}.)`,
  String.raw`[–—](?<=\p{Ll}.)(?=\p{Ll})`,
  `[–—·]${notAfterWord}${beforeLetter}`,
  // Two-byte characters.
  `(?![ÆØÅÄÖÜæøåäöüß]+${end}|çà)${high}${start}(?=${high}${end})`,
  // á of cp850 becomes a non-breaking space in windows-1252: M rquez, Adri n, P ez.
  String.raw`\u00a0${afterLetter}(?=[nr][b-df-hj-np-tv-xz]|l[b-df-hjkm-np-tvxz]|[nslrz]${end}|\p{Ll}{1,4}z${end})`,
  String.raw`\u00a0(?<=(?<!\p{L})[B-DF-HJ-NP-XZ].)(?=\p{Ll}{2})(?!.(?:et|de|du|la|le|and|van|von)${end})`,
  // æ of cp850, ë and í of Mac Roman: Kj‘r, Zo‘, No‘l, Mart’nez, Mar’a, S’lvia.
  `‘(?<=[bdfghjklmnprstvBDFGHJKLMNPRSTV].)(?=[rkl]|[ngdtbvsz]${beforeLetter})`,
  String.raw`‘(?<=[oa].)(?:(?=l)|(?<!‚\p{L}*.)${end})`,
  String.raw`’(?<=\p{L}[bcdfgklmnprstvz].)(?=[bcdfgkmnpqvwxz]\p{Ll})(?!.ve)`,
  String.raw`’(?<=\p{L}[rcfgvlbd].)(?=[ao]s?${end})`,
  String.raw`’(?<=\p{L}{3}[tmu].)(?=n(?![\p{L}’]))`,
  String.raw`’(?<=(?<!\p{L})[BCFGJLPRSVZ].)(?=[bcdfgklmnpqrtvwxz]\p{Ll})`,
];

const anyText = [...signs, ...shapes, ...mixtures, ...neighbours];
const improbable = new RegExp(anyText.join('|'), 'u');
const improbableInName = new RegExp([...anyText, ...inNames].join('|'), 'u');

/**
 * Returns whether a word contains letters that were hardly written that way. `isName`: whether the
 * word is part of a name or an address, not of free text.
 */
export function isImprobableWord(word: string, isName: boolean): boolean {
  return (isName ? improbableInName : improbable).test(word);
}
