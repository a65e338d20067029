import { countryName, mainCountries } from '#contract/v1/countries.ts';
import { count } from '#src/lib/numbers.ts';
import { isPhoneIssue } from '#src/lib/values/contact-texts.ts';

import { minEvidence } from './date-questions.ts';
import { fixCell, type Fixers } from './fixes.ts';
import { listErrors, moveErrors, type ErrorsOfIssues } from './issue-parts.ts';
import type { OptionCells, IssueCells, OfferedOption } from './issue-table.ts';

/** The values with which the phones of a file are read. */
export interface PhoneInput extends ErrorsOfIssues {
  /** Country codes that errors refer to by index; 0 is none. */
  readonly countries: readonly string[];
  /** The phone plans of all countries, once they are loaded. */
  readonly phones: typeof import('#src/lib/values/phones.ts') | undefined;
  readonly fixers: Fixers;
  /** Whether an error counts as a cell that an option fixes: no edit stands in the way. */
  readonly isCounted: (at: number) => boolean;
}

/** A question about phones with its options, each tried with all cells of the issue. */
type PhoneQuestion = Pick<IssueCells, 'question' | 'options' | 'others' | 'proposed' | 'possible'>;

/** The option that needs no country but that of the row’s address. */
export const byAddress = 'address';
/** Max likely countries of phones: each is tried with every phone of the issue. */
const maxLikelyCountries = 8;
const maxNamed = 3;

/**
 * Gives cells that need another answer an issue of their own: those of rows whose addresses name no
 * country, beside others that need no question, and those that are no number of the country named.
 */
export function separateParts(issue: IssueCells, input: PhoneInput): void {
  const { errors, issues, countries } = input;
  const parts = ['', 'no-country', 'elsewhere'] as const;
  const partAt = new Uint8Array(errors.length);
  const counts = parts.map(() => 0);
  for (const at of listErrors(issue, input)) {
    const isElsewhere = Boolean(countries[errors.country(at)]);
    const isSure = numbersAt(at, issue, byAddress, input) !== undefined;
    const number = isSure ? 0 : isElsewhere ? 2 : 1;
    partAt[at] = number;
    counts[number] = (counts[number] ?? 0) + 1;
  }
  for (const [number, part] of parts.entries()) {
    const isAlone = part === 'no-country' && counts[0] === 0;
    if (part === '' || counts[number] === 0 || isAlone) continue;
    const own = issues.part(issue, part);
    const findPart = (at: number) => (partAt[at] === number ? own : undefined);
    own.found = moveErrors(input, issue, findPart, () => true);
    issue.found -= own.found;
  }
}

/** Returns the numbers that an option makes of a cell, as one text. */
function numbersAt(
  at: number,
  { kind, columnIndex }: IssueCells,
  option: string,
  { errors, countries, fixers }: PhoneInput,
): string | undefined {
  const cell = { columnIndex, text: errors.text(at), country: countries[errors.country(at)] };
  return fixCell(kind, cell, option, fixers)?.join();
}

/**
 * Returns the question about an issue of phones; undefined if no answer could fix them. `own`: the
 * indexes of its errors.
 */
export function phoneQuestion(
  issue: IssueCells,
  own: readonly number[],
  input: PhoneInput,
): PhoneQuestion | undefined {
  const { phones } = input;
  const [first] = own;
  if (!phones || !isPhoneIssue(issue.kind) || first === undefined || issue.part === 'elsewhere')
    return undefined;
  const texts = questionTexts[issue.kind];
  if (issue.part === '' && numbersAt(first, issue, byAddress, input) !== undefined) {
    const option = { value: byAddress, label: texts.byAddress, cells: own.length };
    return {
      question: texts.question,
      options: [{ ...option, examples: own.slice(0, 3) }],
      others: [],
      proposed: undefined,
      possible: undefined,
    };
  }
  const named = namedCountries(issue, input);
  const likely = [...new Set<string>([...mainCountries, ...named.keys()])]
    .filter((country) => phones.callingCode(country) !== undefined)
    .slice(0, maxLikelyCountries);
  const offered = (country: string): OfferedOption => [
    country,
    `${countryName(country)} (${phones.callingCode(country)})`,
  ];
  const counted = countedOptions(issue, own, likely.map(offered), input);
  return {
    question: texts.loss + (issue.part === 'rest' ? whichOthers : which),
    options: counted.map((one) => ({
      ...one.option,
      label: one.option.label + evidence(one, named),
    })),
    proposed: proposedCountry(counted, named),
    possible: possibleCountries(issue, named),
    others: phones.phoneCountries
      .filter((country) => !likely.includes(country))
      .map(offered)
      .toSorted(([, one], [, other]) => one.localeCompare(other, 'en')),
  };
}

const which = 'Which country are they from?';
const whichOthers = 'Which country are the others from?';

const readByAddress = 'Read with the country of each row’s address';
/** The questions about each kind of issue, with and without a country; what an answer loses. */
const questionTexts = {
  'phone-without-plus': { question: '', byAddress: readByAddress, loss: '' },
  'phone-label': { question: '', byAddress: '', loss: '' },
  'phone-extension': {
    question: 'What should happen to the extension?',
    byAddress: 'Leave it out: it is lost',
    loss: 'The extension is left out and lost. ',
  },
  'two-phones': {
    question: 'What should happen to the second number?',
    byAddress: 'Move it to Secondary phone',
    loss: 'The second number moves to Secondary phone. ',
  },
  'several-phones': {
    question: 'What should happen to the other values?',
    byAddress: 'Move the second number to Secondary phone. All others are lost',
    loss: 'The second number moves to Secondary phone, and all others are lost. ',
  },
} as const;

/** Returns how many rows name each country, of those with such a phone in the same column. */
function namedCountries(issue: IssueCells, { errors, countries }: PhoneInput): Map<string, number> {
  const counts = new Map<string, number>();
  for (let at = 0; at < errors.length; at += 1) {
    const country = countries[errors.country(at)];
    if (!country || errors.columnIndex(at) !== issue.columnIndex) continue;
    counts.set(country, (counts.get(country) ?? 0) + 1);
  }
  return new Map([...counts].toSorted(([, one], [, other]) => other - one));
}

/** How many cells an option fixes, and of these the ones another option reads differently. */
interface Counted {
  readonly option: OptionCells;
  /** The number of cells, those with an edit included. */
  found: number;
  ambiguous: number;
  readonly elsewhere: Map<string, number>;
}

/** Tries each country with each cell. Returns the options that fix any, most cells first. */
function countedOptions(
  issue: IssueCells,
  own: readonly number[],
  offered: readonly OfferedOption[],
  input: PhoneInput,
): Counted[] {
  const all = offered.map(([value, label]): Counted => {
    const option = { value, label, cells: 0, examples: [] };
    return { option, found: 0, ambiguous: 0, elsewhere: new Map() };
  });
  for (const at of own) {
    const numbersIn = (country: string) => numbersAt(at, issue, country, input);
    countCell(at, all, numbersIn, input.isCounted(at));
  }
  return all.filter(({ found }) => found > 0).toSorted((one, other) => other.found - one.found);
}

function countCell(
  at: number,
  all: readonly Counted[],
  numbersIn: (country: string) => string | undefined,
  isCounted: boolean,
): void {
  const read = all.flatMap((one) => {
    const numbers = numbersIn(one.option.value);
    return numbers === undefined ? [] : [{ one, numbers }];
  });
  for (const { one, numbers } of read) {
    one.found += 1;
    if (isCounted) one.option.cells += 1;
    if (one.option.examples.length < 3) one.option.examples.push(at);
    const different = read.filter((other) => other.numbers !== numbers);
    if (different.length > 0) one.ambiguous += 1;
    for (const { one: other } of different) {
      const { value } = other.option;
      one.elsewhere.set(value, (one.elsewhere.get(value) ?? 0) + 1);
    }
  }
}

/**
 * Returns the only country that addresses name; none if they name several, nor for cells that an
 * answer left: what others like them were in an earlier file says nothing. Undefined if no address
 * names a country.
 */
function possibleCountries({ part }: IssueCells, named: ReadonlyMap<string, number>) {
  if (part === 'rest') return [];
  if (named.size === 0) return undefined;
  return named.size === 1 ? [...named.keys()] : [];
}

/** Returns the evidence for and against an answer, to follow the name of its country. */
function evidence({ option, ambiguous, elsewhere }: Counted, named: ReadonlyMap<string, number>) {
  const addresses = named.get(option.value) ?? 0;
  const others = [...elsewhere]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, maxNamed)
    .map(([country]) => countryName(country));
  const parts = [
    addresses > 0 &&
      `named by ${addresses === 1 ? 'the address of 1 row' : `the addresses of ${count(addresses)} rows`}`,
    ambiguous > 0 && `${count(ambiguous)} of them could also be from ${others.join(' or ')}`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? '' : `, ${parts.join('; ')}`;
}

/**
 * Proposes the country that all addresses name, if there are enough of them and none of its cells
 * could be from another likely country.
 */
function proposedCountry(counted: readonly Counted[], named: ReadonlyMap<string, number>) {
  const [[country = '', addresses = 0] = []] = named;
  const isClear = named.size === 1 && addresses >= minEvidence;
  const one = counted.find(({ option }) => option.value === country);
  return isClear && one?.ambiguous === 0 ? { value: country } : undefined;
}
