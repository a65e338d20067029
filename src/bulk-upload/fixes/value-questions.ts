import { templateColumnAt, type TemplateColumn } from '#contract/bulk-upload/lead-template.ts';
import { emptyOption, valueWithAlternative, wordsOf } from '#src/lib/values/choices.ts';

import { centsQuestion, marksQuestion, signsQuestion, withCurrencies } from './amount-questions.ts';
import { certainDates, dateQuestion, serialQuestion, type Texts } from './date-questions.ts';
import type { FixQuestion, IssueCells, OfferedOption } from './issue-table.ts';

/** Returns the question about dates, amounts, choices and lost values, if the kind is of these. */
export function valueQuestion(
  { kind, columnIndex, unknown, part }: IssueCells,
  { own, beside }: { readonly own: Texts; readonly beside: Texts },
): FixQuestion | undefined {
  switch (kind) {
    case 'date-order':
    case 'date-short-year':
      return dateQuestion(own, beside, part === 'rest');
    case 'date-words':
      return certainDates(own);
    case 'date-serial':
      return serialQuestion(own);
    case 'amount-signs':
      return signsQuestion(own, beside);
    case 'amount-cents':
      return withCurrencies(centsQuestion, own, beside);
    case 'amount-marks':
      return withCurrencies(marksQuestion(own), own, beside);
    case 'date-zero':
    case 'formula':
      return templateColumnAt(columnIndex).field.required ? undefined : emptyQuestion;
    case 'lost-zeros':
      return zerosQuestion;
    case 'yes-no-digit':
      return digitsQuestion;
    case 'choice-value':
      return unknown === '' ? undefined : choiceQuestion(templateColumnAt(columnIndex), unknown);
    default:
      return undefined;
  }
}

const zerosQuestion: FixQuestion = {
  question: 'Did these numbers lose zeros at the start?',
  options: [['zeros', 'Yes, put the zeros back']],
};

const emptyQuestion: FixQuestion = {
  question: 'What should happen to these cells?',
  options: [[emptyOption, 'Leave them empty']],
};

/**
 * Returns the question which value an unknown text of a choice column stands for. All values are
 * options, the likely ones first; every option fixes every cell with the text. The only value that
 * has the text as an alternative is proposed.
 */
export function choiceQuestion({ label, field }: TemplateColumn, unknown: string): FixQuestion {
  const words = wordsOf(unknown);
  const likely = valueWithAlternative(field.values ?? [], unknown);
  const options = (field.values ?? [])
    .map((value) => ({ value, likeness: likeness(words, wordsOf(value)) }))
    .toSorted((one, other) => other.likeness - one.likeness)
    .map(({ value }): OfferedOption => [value, value]);
  if (!field.required) options.push([emptyOption, 'None of them: leave it out']);
  return {
    question: `What does “${unknown}” mean in ${label}?`,
    options,
    proposed:
      likely === undefined
        ? undefined
        : { value: likely, reason: `the only one with “${unknown}”`, isByName: true },
    isCertainToFix: true,
  };
}

const digitsQuestion: FixQuestion = {
  question: 'Do 1 and 0 mean Yes and No?',
  options: [['yes-no', '1 means Yes, 0 means No']],
};

/** Returns how much two texts have in common: how many of their words are alike. */
function likeness(words: readonly string[], valueWords: readonly string[]): number {
  const alike = valueWords.map((word) =>
    Math.max(0, ...words.map((one) => wordLikeness(one, word))),
  );
  return (
    alike.reduce((sum, one) => sum + one, 0) + wordLikeness(words.join(''), valueWords.join(''))
  );
}

/** Returns 1 for the same word, less for one that is misspelt or goes on, 0 for another word. */
function wordLikeness(one: string, other: string): number {
  if (one === other) return 1;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (short.length < 4) return 0;
  if (long.startsWith(short)) return 0.8;
  const alike = sharedPairs(short, long);
  return alike >= 0.5 ? alike * 0.7 : 0;
}

const pairsOf = (word: string) => Array.from(word.slice(1), (letter, at) => `${word[at]}${letter}`);

/** Returns which part of the pairs of letters of the longer word the other has, too: 0 to 1. */
function sharedPairs(short: string, long: string): number {
  const pairs = new Set(pairsOf(short));
  const all = pairsOf(long);
  return all.filter((pair) => pairs.has(pair)).length / all.length;
}
