/**
 * Returns whether a typing error in this word is tolerated. Shorter words would match most others.
 */
export function hasNearWords(word: string): boolean {
  if (word.length > maxLength) return false;
  if (/^\d+$/.test(word)) return word.length >= 7;
  return /^[a-z\d]{4,}$/.test(word) || (word.includes('@') && word.length >= minLengthOfThirds);
}

const maxLength = 80;
/** Up to this length a near word has to be whole: beginnings of words would match too much. */
const maxWholeLength = 5;

/**
 * How words with one typing error are found by the trigram index: they match one of the patterns
 * of `like` and, if there is one, the regular expression.
 */
export interface NearWords {
  readonly patterns: readonly string[];
  readonly expression: string | null;
}

/**
 * Returns how to find words that differ from this one by a typing error: a letter that is wrong,
 * missing, added or swapped with the next. Of the parts of a word, only one has the error, unless
 * letters are swapped where parts meet.
 */
export function nearWords(word: string): NearWords {
  // Emails end alike, and the index takes longer for a long text than for the part that says most.
  const name = word.slice(0, word.indexOf('@') + 1);
  if (name.length > 4) return nearLongWords(word.slice(0, name.length + 4));
  return word.length < minLengthOfThirds ? nearShortWords(word) : nearLongWords(word);
}

/** Words of this length are specific enough when two of their three parts are right. */
const minLengthOfThirds = 9;

function nearLongWords(word: string): NearWords {
  const third = Math.floor(word.length / 3);
  const [start, middle, end] = [
    word.slice(0, third),
    word.slice(third, -third),
    word.slice(-third),
  ];
  const gaps = [-1, 0, 1].map((more) => '_'.repeat(middle.length + more));
  return {
    patterns: [
      `%${escaped(start + middle)}%`,
      `%${escaped(middle + end)}%`,
      ...gaps.map((gap) => `%${escaped(start)}${gap}${escaped(end)}%`),
      ...[third, word.length - third].map((at) => `%${escaped(swapped(word, at))}%`),
    ],
    expression: null,
  };
}

function nearShortWords(word: string): NearWords {
  const half = Math.ceil(word.length / 2);
  const [head, tail, turned] = [word.slice(0, half), word.slice(half), swapped(word, half)];
  if (!/[a-z]/.test(word))
    return {
      patterns: [head, tail, turned].map((part) => `%${part}%`),
      expression: errorsIn(word),
    };
  const ends = tail.length < 4 ? [`%${tail} %`, `%${tail}`] : [`%${tail}%`];
  const whole = word.length <= maxWholeLength ? '($|[^a-z0-9])' : '';
  return {
    // A word begins a text, or follows a space or, in a double name, a hyphen.
    patterns: [
      ...['', '% ', '%-'].flatMap((before) => [`${before}${head}%`, `${before}${turned}%`]),
      ...ends,
    ],
    expression: `(^|[^a-z0-9])(${errorsIn(word)})${whole}`,
  };
}

/** Returns a word with the letters before and after a position swapped. */
function swapped(word: string, at: number): string {
  return word.slice(0, at - 1) + word.charAt(at) + word.charAt(at - 1) + word.slice(at + 1);
}

function escaped(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}

/** Returns a regular expression for a word of letters and digits with an error. */
function errorsIn(word: string): string {
  const letters = word.split('');
  const wrong = letters.map(
    (letter, at) => `${word.slice(0, at)}(.?|.${letter})${word.slice(at + 1)}`,
  );
  return [...wrong, ...letters.slice(1).map((_, at) => swapped(word, at + 1))].join('|');
}

/** Returns whether two words differ by at most one typing error. */
export function isNear(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const [restOfOne, restOfOther] = [one.slice(at), other.slice(at)];
  const isSwapped =
    restOfOne[0] === restOfOther[1] &&
    restOfOne[1] === restOfOther[0] &&
    restOfOne.slice(2) === restOfOther.slice(2);
  return (
    isSwapped ||
    restOfOne.slice(1) === restOfOther.slice(1) ||
    restOfOne.slice(1) === restOfOther ||
    restOfOne === restOfOther.slice(1)
  );
}

/** Returns whether a word begins with another one, but for a typing error. */
export function isNearBeginning(word: string, beginning: string): boolean {
  return [-1, 0, 1].some((more) => isNear(word.slice(0, beginning.length + more), beginning));
}
