/** Words of headers that mean the same: the first of each line stands for all. */
const sameWords = `
  number no nr num nbr
  phone tel telephone ph
  mobile mob cell cellphone cellular
  address addr
  average avg ave av mean
  month monthly pm mth mthly
  year yearly annual annually annum pa yr
  turnover sale revenue
  requested required needed need wanted sought requested desired request require borrow
  start started starting since commenced began
  company comp co
  organisation org organization
  business biz bus
  registration reg regn
  reference ref
  licence license lic
  primary main best preferred
  city town suburb locality
  purpose reason use
  fund funding
  alternative alternate alt other second secondary
  partner our
  postcode zip postal`;
const wordFor = new Map(
  sameWords.split('\n').flatMap((line) => {
    const [first = '', ...others] = line.trim().split(' ');
    return others.map((one) => [one, first] as const);
  }),
);

/** Words that mean one thing together, and words that are written in parts. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [/\be-(?=mail)/g, 'e'],
  // The letters of p.m., D.O.B. and T/A.
  [/(?<![a-z])([a-z])(?:\.\s?|\/)(?=[a-z](?![a-z]))/g, '$1'],
  [/\bhow much\b/g, 'amount'],
  [/\bnew zealand\b/g, 'nz'],
  [/\bpost code\b/g, 'postcode'],
  [/\b(?:number|no\.?) of\b/g, 'count'],
  [/\b2nd\b/g, 'second'],
  [/\b(?:best|main|preferred|primary) (?=contact (?:no|num|number|tel|ph|phone)\b)/g, ''],
];

/** Words that change nothing. */
const fillers = new Set(
  'the of a an in is to your you do does we it and or per for on at please will would'.split(' '),
);

/** A business number is recognised by its name alone, with or without these words. */
const identifiers = new Set(['abn', 'acn', 'nzbn', 'crn', 'uen']);
const adjacentIdentifier = new Set(
  'company business entity registration number unique australian australia nz code'.split(' '),
);

/** Returns words with `what` replaced by `purpose` if `for` follows. “for” itself says nothing. */
function withPurpose(words: readonly string[]): readonly string[] {
  const what = words.indexOf('what');
  return what !== -1 && words.includes('for', what) ? words.with(what, 'purpose') : words;
}

/**
 * Returns the words of a header in their common form and in any order, and its digits in theirs, so
 * that `Requested funding` equals `Funding required`; `''` if it has words in another script, or
 * none.
 */
export function wordKey(header: string): string {
  const lowerCase = header
    .replaceAll(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase();
  const text = phrases.reduce((one, [pattern, by]) => one.replaceAll(pattern, by), lowerCase);
  if (/[^\0-\u007f]/.test(text.replaceAll(/[^\p{L}]/gu, ''))) return '';
  const words = withPurpose(text.match(/[a-z]+/g) ?? [])
    .map((word) => (/[^s]{3}s$/.test(word) ? word.slice(0, -1) : word))
    .map((word) => wordFor.get(word) ?? word)
    .filter((word) => !fillers.has(word));
  const known = new Set(words);
  if (known.has('phone') || known.has('mobile')) known.delete('number');
  const telling = [...known].filter((word) => !adjacentIdentifier.has(word));
  const isIdentifier = telling.length === 1 && identifiers.has(telling.join(''));
  const meant = isIdentifier ? telling : [...known].toSorted();
  return [...meant, ...(text.match(/\d+/g) ?? [])].join(' ');
}
