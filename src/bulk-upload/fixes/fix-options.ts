import { countryName, mainCountries } from '#contract/v1/countries.ts';

import type { CellErrorList } from './cell-error-list.ts';
import { dateQuestion, minEvidence, serialQuestion } from './date-questions.ts';
import { splitName } from './fix-names.ts';
import { fixCell, type PhoneFixer } from './fixes.ts';
import type { IssueKind } from './issue-kinds.ts';
import type { FixOption, FixQuestion, IssueCells, OfferedOption } from './issue-table.ts';

/** Issues with a single fix that needs no question. */
const fixedUnasked = new Set<IssueKind>([
  'unseen',
  'apostrophe',
  'amount-signs',
  'date-words',
  'true-false',
  'choice-form',
  'suggestion',
]);
const fixedAfterQuestion = new Set<IssueKind>([
  'phone-without-plus',
  'amount-cents',
  'date-order',
  'date-short-year',
  'date-serial',
  'full-name',
]);

/** Returns whether cells with such an issue can be fixed, so that their texts have to be stored. */
export function isFixable(kind: IssueKind): boolean {
  return fixedUnasked.has(kind) || fixedAfterQuestion.has(kind);
}

/** Max likely countries of phones: each is tried with every phone of the issue. */
const maxLikelyCountries = 8;

/**
 * Sets the question and the fix options of each issue, the options that fix most cells first.
 * `countries`: the country codes that the errors refer to by index.
 */
export function findFixes(
  errors: CellErrorList,
  issues: readonly IssueCells[],
  countries: readonly string[],
  phones: typeof import('./fix-phones.ts') | undefined,
): void {
  const byIssue = errorsByIssue(errors, issues.length);
  for (const [number, issue] of issues.entries()) {
    const own = byIssue[number]!;
    const fixQuestion = questionOf(issue.kind, own, errors, countries, phones);
    if (fixQuestion === undefined) continue;
    const input = { errors, countries, fixPhone: phones?.fixedPhone };
    issue.options = fixQuestion.options
      .map((option) => countedOption(issue, own, option, input))
      .filter(({ cells }) => cells > 0)
      .toSorted((one, other) => other.cells - one.cells);
    issue.others = fixQuestion.others ?? [];
    issue.question = fixQuestion.question;
    const { proposed } = fixQuestion;
    issue.proposed = issue.options.some(({ value }) => value === proposed?.value)
      ? proposed
      : undefined;
  }
}

/** What an option needs to be tried with the errors of an issue. */
export interface FixInput {
  readonly errors: CellErrorList;
  readonly countries: readonly string[];
  readonly fixPhone: PhoneFixer | undefined;
}

/**
 * Tries an option with errors of an issue. Returns it with the number of cells it fixes.
 * `own`: the indexes of the issue's errors.
 */
export function countedOption(
  { kind, columnIndex }: IssueCells,
  own: Iterable<number>,
  [value, label]: OfferedOption,
  { errors, countries, fixPhone }: FixInput,
): FixOption {
  const option: FixOption = { value, label, cells: 0, examples: [] };
  for (const at of own) {
    const cell = { columnIndex, text: errors.text(at), country: countries[errors.country(at)] };
    if (fixCell(kind, cell, value, fixPhone) === undefined) continue;
    option.cells += 1;
    if (option.examples.length < 3) option.examples.push(at);
  }
  return option;
}

function errorsByIssue(errors: CellErrorList, issues: number): Uint32Array[] {
  const counts = Array.from({ length: issues }, () => 0);
  for (let at = 0; at < errors.length; at += 1) counts[errors.issue(at)]! += 1;
  const lists = counts.map((count) => new Uint32Array(count));
  counts.fill(0);
  for (let at = 0; at < errors.length; at += 1) {
    const issue = errors.issue(at);
    lists[issue]![counts[issue]!++] = at;
  }
  return lists;
}

function questionOf(
  kind: IssueKind,
  own: Uint32Array,
  errors: CellErrorList,
  countries: readonly string[],
  phones: typeof import('./fix-phones.ts') | undefined,
): FixQuestion | undefined {
  if (fixedUnasked.has(kind)) return { question: '', options: [['', '']] };
  if (kind === 'date-order' || kind === 'date-short-year')
    return dateQuestion(textsOf(own, errors));
  if (kind === 'date-serial') return serialQuestion(textsOf(own, errors));
  if (kind === 'amount-cents') return centsQuestion;
  if (kind === 'full-name') return nameQuestion(own, errors);
  if (kind === 'phone-without-plus' && phones) return phoneQuestion(own, errors, countries, phones);
  return undefined;
}

function* textsOf(own: Uint32Array, errors: CellErrorList): Generator<string> {
  for (const at of own) yield errors.text(at);
}

const centsQuestion: FixQuestion = {
  question: 'What should happen to the cents?',
  options: [
    ['drop', 'Drop the cents'],
    ['round', 'Round to the nearest whole number'],
  ],
};

function nameQuestion(own: Uint32Array, errors: CellErrorList): FixQuestion {
  const isPlain = own.every((at) => {
    const text = errors.text(at);
    return splitName(text, 'last-word')?.last === splitName(text, 'all-but-first')?.last;
  });
  const options = [
    ['last-word', isPlain ? '' : 'The last word'],
    ['all-but-first', 'All words but the first'],
  ] as const;
  return {
    question: isPlain ? '' : 'Which words are the last name?',
    options: isPlain ? options.slice(0, 1) : options,
  };
}

function phoneQuestion(
  own: Uint32Array,
  errors: CellErrorList,
  countries: readonly string[],
  { callingCode, phoneCountries }: typeof import('./fix-phones.ts'),
): FixQuestion {
  const counts = new Map<string, number>();
  for (const at of own) {
    const country = countries[errors.country(at)];
    if (country) counts.set(country, (counts.get(country) ?? 0) + 1);
  }
  const isRowWide = [...counts.values()].reduce((sum, count) => sum + count, 0) === own.length;
  if (isRowWide)
    return { question: '', options: [['address', 'Read with the country of each row’s address']] };
  const named = [...counts.keys()].toSorted((one, other) => counts.get(other)! - counts.get(one)!);
  const likely = [...new Set<string>([...mainCountries, ...named])]
    .filter((country) => callingCode(country) !== undefined)
    .slice(0, maxLikelyCountries);
  const offered = (country: string): OfferedOption => [
    country,
    `${countryName(country)} (${callingCode(country)})`,
  ];
  const [suggested, addresses = 0] = [...counts][0] ?? [];
  return {
    proposed:
      counts.size === 1 && suggested !== undefined && addresses >= minEvidence
        ? { value: suggested, reason: `suggested by ${addresses.toLocaleString('en')} addresses` }
        : undefined,
    question:
      counts.size === 0
        ? 'Which country are they from?'
        : 'Which country are they from, where the row’s address names none?',
    options: likely.map(offered),
    others: phoneCountries()
      .filter((country) => !likely.includes(country))
      .map(offered)
      .toSorted(([, one], [, other]) => one.localeCompare(other, 'en')),
  };
}
