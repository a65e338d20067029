import { countryName, mainCountries } from '#contract/v1/countries.ts';

import type { CellErrorList } from './cell-error-list.ts';
import { dateQuestion, serialQuestion } from './date-questions.ts';
import { splitName } from './fix-names.ts';
import { fixCell, type PhoneFixer } from './fixes.ts';
import type { IssueKind } from './issue-kinds.ts';
import type { FixQuestion, IssueCells, FixOption } from './issue-table.ts';

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

/** Max options of an issue: one byte holds which options fix a cell, one bit each. */
const maxOptions = 8;

/**
 * Sets the question and the fix options of each issue, the options that fix most cells first, and
 * records for each error which options fix it.
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
    const options = fixQuestion.options.map(([value, label]): FixOption => ({
      value,
      label,
      cells: 0,
      examples: [],
    }));
    countFixes(issue, own, options, { errors, countries, fixPhone: phones?.fixedPhone });
    issue.question = fixQuestion.question;
  }
}

interface FixInput {
  readonly errors: CellErrorList;
  readonly countries: readonly string[];
  readonly fixPhone: PhoneFixer | undefined;
}

function countFixes(
  issue: IssueCells,
  own: Uint32Array,
  candidates: FixOption[],
  { errors, countries, fixPhone }: FixInput,
): void {
  for (const at of own) {
    const country = countries[errors.country(at)];
    const cell = { columnIndex: issue.columnIndex, text: errors.text(at), country };
    let bits = 0;
    for (const [index, option] of candidates.entries()) {
      if (fixCell(issue.kind, cell, option.value, fixPhone) === undefined) continue;
      bits |= 1 << index;
      option.cells += 1;
      if (option.examples.length < 3) option.examples.push(at);
    }
    errors.setOptionBits(at, bits);
  }
  const order = candidates
    .map((option, index) => ({ option, index }))
    .filter(({ option }) => option.cells > 0)
    .toSorted((one, other) => other.option.cells - one.option.cells);
  issue.options = order.map(({ option }) => option);
  for (const at of own) {
    const bits = errors.optionBits(at);
    errors.setOptionBits(
      at,
      order.reduce((sum, { index }, now) => sum | (((bits >> index) & 1) << now), 0),
    );
  }
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
  { callingCode }: typeof import('./fix-phones.ts'),
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
  const chosen = [...new Set<string>([...mainCountries, ...named])]
    .filter((country) => callingCode(country) !== undefined)
    .slice(0, maxOptions);
  return {
    question:
      counts.size === 0
        ? 'Which country are they from?'
        : 'Which country are they from, where the row’s address names none?',
    options: chosen.map((country) => [
      country,
      `${countryName(country)} (${callingCode(country)})`,
    ]),
  };
}
