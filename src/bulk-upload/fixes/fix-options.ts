import { emptyOption } from '#src/lib/values/choices.ts';
import type { KnownContact } from '#src/lib/values/contacts.ts';
import { hasLastNameFirst, splitName } from '#src/lib/values/names.ts';

import type { CellErrorList } from './cell-error-list.ts';
import { fixCell } from './fixes.ts';
import type { IssueKind } from './issue-kinds.ts';
import type { OptionCells, FixPrompt, IssueCells, OfferedOption } from './issue-table.ts';
import { phoneQuestion, type PhoneInput } from './phone-questions.ts';
import { valueQuestion } from './value-questions.ts';

/** Issues with a single fix that needs no question. */
const fixedAutomatically = new Set<IssueKind>([
  'unseen',
  'apostrophe',
  'quoted-formula',
  'codes',
  'decimal-tail',
  'true-false',
  'choice-form',
  'contact-name',
  'suggestion',
]);
/** Issues whose cells contain nothing usable. */
const unfixable = new Set<IssueKind>([
  'missing',
  'exponent',
  'hashes',
  'wrong-encoding',
  'business-number',
  'shifted',
  'no-name',
  'extra-cells',
  'other',
]);

/** Returns whether cells with such an issue can be fixed, so that their texts have to be stored. */
export const isFixable = (kind: IssueKind): boolean => !unfixable.has(kind);

/** Sets the question and the fix options of each issue, the options that fix most cells first. */
export function findFixes(input: PhoneInput): void {
  const { list } = input.issues;
  const byIssue = errorsByIssue(input.errors, list.length);
  for (const [number, issue] of list.entries()) findFix(issue, byIssue[number]!, input);
}

/** Sets the question and the options of one issue. `own`: the indexes of its errors. */
export function findFix(issue: IssueCells, own: readonly number[], input: PhoneInput): void {
  const phones = phoneQuestion(issue, own, input);
  if (phones) {
    Object.assign(issue, phones);
    return;
  }
  const texts = {
    own: () => listTexts(own, input.errors),
    siblings: () => listSiblingTexts(issue, input),
  };
  const fixQuestion = valueQuestion(issue, texts) ?? findQuestion(issue, own, input);
  if (fixQuestion === undefined) return;
  const options = fixQuestion.isCertainToFix
    ? fixQuestion.options.map(([value, label]): OptionCells => ({
        value,
        label,
        cells: own.length,
        // One example shows what the option does to each cell.
        examples: own.slice(0, 1),
      }))
    : countOptions(issue, own, fixQuestion.options, input);
  issue.options = options
    .filter(({ cells }) => cells > 0)
    .toSorted((one, other) => other.cells - one.cells);
  issue.others = fixQuestion.others ?? [];
  issue.question = fixQuestion.question;
  issue.what = fixQuestion.what;
  const { proposed, possible } = fixQuestion;
  issue.possible = issue.part === 'rest' ? [] : possible;
  issue.proposed = issue.options.some(({ value }) => value === proposed?.value)
    ? proposed
    : undefined;
}

/**
 * Tries options with errors of an issue. Returns them with the number of cells each fixes. The
 * first example is a cell on which as many answers differ as on any other. `own`: the indexes of
 * the issue's errors.
 */
export function countOptions(
  { kind, columnIndex }: IssueCells,
  own: Iterable<number>,
  offered: readonly OfferedOption[],
  { errors, countries, fixers, isCounted }: PhoneInput,
): OptionCells[] {
  const options = offered.map(([value, label]): OptionCells => ({
    value,
    label,
    cells: 0,
    examples: [],
  }));
  let mostDifferent = 1;
  for (const at of own) {
    const cell = { columnIndex, text: errors.text(at), country: countries[errors.country(at)] };
    const fixing = options.flatMap((option) => {
      const cells = fixCell(kind, cell, option.value, fixers);
      return cells === undefined ? [] : [{ option, text: cells.join('\n') }];
    });
    const isBetter =
      mostDifferent < fixing.length && new Set(fixing.map(({ text }) => text)).size > mostDifferent;
    if (isBetter) mostDifferent = new Set(fixing.map(({ text }) => text)).size;
    for (const { option } of fixing) {
      if (isCounted(at)) option.cells += 1;
      if (isBetter) option.examples.unshift(at);
      else if (option.examples.length < maxExamples) option.examples.push(at);
      option.examples.splice(maxExamples);
    }
  }
  return options;
}

const maxExamples = 3;

function errorsByIssue(errors: CellErrorList, issues: number): number[][] {
  const lists = Array.from({ length: issues }, (): number[] => []);
  for (let at = 0; at < errors.length; at += 1) lists[errors.issue(at)]!.push(at);
  return lists;
}

function findQuestion(
  { kind, unknown }: IssueCells,
  own: readonly number[],
  { errors, fixers }: PhoneInput,
): FixPrompt | undefined {
  if (fixedAutomatically.has(kind)) return { question: '', options: [['', '']] };
  if (kind === 'full-name') return nameQuestion(own, errors);
  if (kind === 'two-emails') return emailQuestion;
  if (kind === 'several-emails') return emailsQuestion;
  if (kind === 'contact-unknown' && unknown !== '')
    return contactQuestion(fixers.contacts, unknown);
  return undefined;
}

function* listTexts(own: readonly number[], errors: CellErrorList): Generator<string> {
  for (const at of own) yield errors.text(at);
}

/** Yields the texts of the other issues of an issue's column. */
function* listSiblingTexts(issue: IssueCells, { errors, issues }: PhoneInput): Generator<string> {
  const isSibling = issues.list.map(
    (other) => other !== issue && other.columnIndex === issue.columnIndex,
  );
  for (let at = 0; at < errors.length; at += 1)
    if (isSibling[errors.issue(at)]) yield errors.text(at);
}

const emailQuestion: FixPrompt = {
  question: 'What should happen to the second address?',
  options: [['move', 'Move it to Secondary email']],
};

const emailsQuestion: FixPrompt = {
  question: 'What should happen to the other values?',
  options: [['move', 'Move the second address to Secondary email. All others are lost']],
};

/** Returns the question which contact is meant by a text that names none. */
function contactQuestion(contacts: readonly KnownContact[], unknown: string): FixPrompt {
  return {
    question: `Which contact is “${unknown}”?`,
    options: [
      ...contacts.map(({ id, name, email }): OfferedOption => [id, `${name} (${email})`]),
      [emptyOption, 'None of them: leave it out'],
    ],
    isCertainToFix: true,
  };
}

/**
 * Returns the question how full names are split. Only a comma shows it: `Wang Wei` can begin with
 * the last name, and `Mary Anne` can have none.
 */
function nameQuestion(own: readonly number[], errors: CellErrorList): FixPrompt {
  let isOpen = false;
  let isLong = false;
  for (const text of listTexts(own, errors)) {
    if (hasLastNameFirst(text)) continue;
    isOpen = true;
    isLong ||=
      splitName(text, 'last-word')?.lastName !== splitName(text, 'all-but-first')?.lastName;
  }
  if (!isOpen) return { question: '', options: [['last-word', '']] };
  return {
    question: 'Which words are the last name?',
    options: [
      ['last-word', 'The last word'],
      ...(isLong ? [['all-but-first', 'All words but the first'] as const] : []),
      ['first-word', 'The first word'],
    ],
  };
}
