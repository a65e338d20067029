import { templateColumns } from '#contract/bulk-upload/lead-template.ts';

import {
  columnSynonyms,
  companiesHouseSynonyms,
  type SynonymGroup,
  xeroSynonyms,
} from './column-synonyms.ts';
import { wordKey } from './header-words.ts';

/**
 * Returns only the letters and digits of a header, so that `First name`, `first_name` and
 * `FIRSTNAME` are equal.
 */
export function compactName(header: string): string {
  return header
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
}

/**
 * Returns the key that a header is remembered by: its plain name, or the header itself if its plain
 * name is empty. `''` for a blank header.
 */
export function headerKey(header: string): string {
  const name = compactName(header);
  const key = name === '' ? header.normalize('NFC').trim().toLowerCase() : name;
  return key.slice(0, maxHeaderKeyLength).toWellFormed().replaceAll('\0', '');
}

/** Max length of a header's key; the start of a longer header tells it from the others. */
const maxHeaderKeyLength = 100;

/** Asides in a header: `(required)`, `[AUD]`, `{optional}`. */
const asides = /\([^()]*\)|\[[^[\]]*\]|\{[^{}]*\}/g;

/**
 * The words of asides that don't change whose value it is, or which: how it is to be entered, its
 * currency, and kinds of phones. Any other aside does: `Phone (broker)`, `Loan amount (existing)`.
 */
const neutralWords = new Set(
  `required optional mandatory compulsory if any known applicable available please enter only
  aud nzd sgd gbp usd cad eur dollar dollars whole currency amount max min up to
  incl including include with without no not and or as per the a of in e g eg ie example
  country code area prefix international format number numbers digit digits character characters
  letter letters comma commas space spaces sign signs symbol dd mm yy yyyy d m y day month year
  yes y n true false mobile cell landline primary main preferred personal new zealand australia australian nz au uk unknown blank empty select choose
  one list dropdown drop down text csv utf`.split(/\s+/),
);

function isNeutralAside(aside: string): boolean {
  const words = aside.toLowerCase().match(/[\p{L}]+/gu) ?? [];
  return words.every((word) => neutralWords.has(word));
}

/** Units and remarks after the name: `Loan amount AUD`, `Phone - required`. */
const unitsAtEnd =
  /(?<![\s_:,-])[\s_:,-]+(?:aud|nzd|sgd|gbp|usd|cad|eur|required|optional|mandatory|if any|if known)\s*$/i;

/** Words that change what an amount means: a scale other than one, a time other than a month. */
const measure =
  /['’]?000|(?<![a-z])(?:k|m|mn|mio|bn|thousands?|millions?|cents|annual(?:ly)?|annum|p\.?a|years?|yearly|quarter(?:s|ly)?|fortnight(?:s|ly)?|weeks?|weekly|days?|daily)(?![a-z])/i;

/** Words that programs and forms put before a name: `Person - Phone`, `Client: Email`. */
const ownerAtStart =
  /^\s*(?:lead|contact|person|client|customer|applicant|borrower|director|primary contact|main contact)(?:['’]s)?(?:\s*[-–:.>/|_]\s*|\s+)(?=\S)/i;

const personAtStart =
  /^\s*(?:contact|person|applicant|borrower|director|primary contact|main contact)(?![a-z])/i;

/** A longer text is no name with an aside; cutting it could take seconds. */
const maxNameLength = 300;

/**
 * Returns the plain names that a header may be known by, the surest first: as it is written,
 * without asides that change nothing and units, and without the person it is about.
 */
export function compactNames(header: string): readonly string[] {
  return shorterNames(header)
    .map(compactName)
    .filter((name) => name !== '');
}

function shorterNames(header: string): readonly string[] {
  if (header.length > maxNameLength) return [header];
  const withoutAsides = header
    .replaceAll(asides, (aside) => (isNeutralAside(aside) ? ' ' : aside))
    .replace(unitsAtEnd, '');
  return [header, withoutAsides, withoutAsides.replace(ownerAtStart, '')];
}

/** The column that a header names, and how surely. */
export interface HeaderMatch {
  readonly column: string;
  readonly difference: 'same' | 'spelling' | 'synonym';
  /** The lower, the surer. */
  readonly rank: number;
  readonly canJoin: boolean;
}

/** The rank of a whole name, which the first name's column takes where nothing surer does. */
export const wholeNameRank = 3;

const names = new Set(templateColumns.map(({ name }) => name));
/** Columns that several columns of a file can share, with any names. */
const sharedKinds = new Set(['phone', 'email', 'notes']);
const shared = new Set(
  templateColumns.filter(({ field }) => sharedKinds.has(field.kind)).map(({ name }) => name),
);

const amounts = new Set(
  templateColumns.filter(({ field }) => field.kind === 'number').map(({ name }) => name),
);

const knownNames = [...columnSynonyms, ...labels()];
const bySynonym = synonymMap(knownNames);
/** The names with a program's own meaning, by a header that only this program writes. */
const synonymsOfPrograms = [
  { header: 'poaddressline1', synonyms: synonymMap([...knownNames, ...xeroSynonyms]) },
  {
    header: 'regaddressaddressline1',
    synonyms: synonymMap([...knownNames, ...companiesHouseSynonyms]),
  },
];

function labels(): SynonymGroup[] {
  const own = templateColumns.map(({ name, label }) => ({ column: name, names: [label, name] }));
  return own.map((one) => ({ ...one, rank: 1, canJoin: false }));
}

function synonymMap(groups: readonly SynonymGroup[]): ReadonlyMap<string, SynonymGroup> {
  return new Map(groups.flatMap((group) => group.names.map((name) => [compactName(name), group])));
}

const spellings = new Map(templateColumns.map(({ name }) => [compactName(name), name]));

/**
 * Returns what each header of a file names; null for a header that names nothing known. Whether the
 * same column is named twice is not looked at.
 */
export function headerMatches(header: readonly string[]): readonly (HeaderMatch | null)[] {
  const compact = new Set(header.map(compactName));
  const ofProgram = synonymsOfPrograms.find((one) => compact.has(one.header));
  const synonyms = ofProgram?.synonyms ?? bySynonym;
  return header.map((one) => findMatch(one, synonyms));
}

function findMatch(header: string, synonyms: ReadonlyMap<string, SynonymGroup>) {
  if (names.has(header)) return named(header, 'same', 0);
  const spelled = spellings.get(compactName(header));
  if (spelled !== undefined) return named(spelled, 'spelling', 0.1);
  for (const [at, name] of compactNames(header).entries()) {
    const group = synonyms.get(name);
    if (group === undefined || (at > 0 && isOther(group.column, header))) continue;
    return named(group.column, 'synonym', group.rank + at / 10, group.canJoin);
  }
  return findByWords(header);
}

/** The columns that synonyms name, words in any order; null where they name two columns. */
const byWords = new Map<string, SynonymGroup | null>();
for (const group of knownNames)
  for (const key of group.names.map(wordKey)) {
    const known = byWords.get(key);
    if (known === undefined || known?.column === group.column) byWords.set(key, known ?? group);
    else byWords.set(key, null);
  }

/** How much less sure a header is that has the words of a name, but is not written like it. */
const byWordsRank = 0.5;

function findByWords(header: string): HeaderMatch | null {
  if (header.length > maxNameLength) return null;
  for (const name of shorterNames(header).toReversed()) {
    const key = wordKey(name);
    const group = byWords.get(key) ?? (/ /.test(key) ? byWords.get(wordKey(`${name} name`)) : null);
    if (!group || isOther(group.column, header)) continue;
    return named(group.column, 'synonym', group.rank + byWordsRank, group.canJoin);
  }
  return null;
}

/**
 * Returns whether a shortened header means something else than the column: an amount of another
 * measure, or the address of a person.
 */
function isOther(column: string, header: string): boolean {
  if (amounts.has(column)) return measure.test(header.replaceAll(/\bp[./]\s?m\b/gi, 'pm'));
  return column.startsWith('businessAddress.') && personAtStart.test(header);
}

function named(
  column: string,
  difference: HeaderMatch['difference'],
  rank: number,
  canJoin = false,
): HeaderMatch {
  return { column, difference, rank, canJoin: canJoin || shared.has(column) };
}
