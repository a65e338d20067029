import { templateColumnAt, type TemplateColumn } from '#contract/bulk-upload/lead-template.ts';
import {
  amountReadings,
  readCurrency,
  hasCents,
  type DecimalMark,
} from '#src/lib/values/amounts.ts';
import { emptyOption, valueWithAlternative, splitWords } from '#src/lib/values/choices.ts';

import {
  certainDates,
  dateQuestion,
  serialQuestion,
  type Texts,
  withEvidence,
} from './date-questions.ts';
import type { FixPrompt, IssueCells, OfferedOption } from './issue-table.ts';
import { withTimeZones, zoneQuestion } from './zone-questions.ts';

/** Returns the question about dates, amounts, choices and lost values, if the kind is of these. */
export function valueQuestion(
  { kind, columnIndex, unknown, part }: IssueCells,
  { own, siblings }: { readonly own: Texts; readonly siblings: Texts },
): FixPrompt | undefined {
  switch (kind) {
    case 'date-order':
    case 'date-short-year':
      return withTimeZones(dateQuestion(own, siblings, part === 'rest'), own);
    case 'date-moment':
      return zoneQuestion(own);
    case 'date-words':
      return certainDates(own);
    case 'date-swapped':
      return { question: 'Are these dates year-day-month?', options: [['swapped', 'Yes']] };
    case 'date-serial':
      return serialQuestion(own);
    case 'amount-signs':
    case 'amount-thousands':
      return signsQuestion(own, siblings);
    case 'amount-cents':
      return withCurrencies(centsQuestion, own, siblings);
    case 'amount-marks':
      return withCurrencies(marksQuestion(own), own, siblings);
    case 'date-zero':
    case 'formula':
      return isOptional(columnIndex) ? emptyQuestion : undefined;
    case 'left-over':
      // What a program wrote for no value is no value.
      return isOptional(columnIndex)
        ? { ...emptyQuestion, proposed: { value: emptyOption } }
        : undefined;
    case 'several-values':
      return valuesQuestion;
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

const isOptional = (columnIndex: number) => !templateColumnAt(columnIndex).field.required;

const zerosQuestion: FixPrompt = {
  question: 'Did these numbers lose zeros at the start?',
  options: [['zeros', 'Yes, put the zeros back']],
};

const valuesQuestion: FixPrompt = {
  question: 'What should happen to the other values?',
  options: [['first', 'Keep the first. All others are lost']],
};

const emptyQuestion: FixPrompt = {
  question: 'What should happen to these cells?',
  options: [[emptyOption, 'Leave them empty']],
};

/**
 * Returns the question which value an unknown text of a choice column stands for. All values are
 * options, those with most of its words first; every option fixes every cell with the text. The
 * only value that has the text as an alternative is proposed.
 */
function choiceQuestion({ label, field }: TemplateColumn, unknown: string): FixPrompt {
  const words = new Set(splitWords(unknown));
  const likely = valueWithAlternative(field.values ?? [], unknown);
  const options = (field.values ?? [])
    .map((value) => ({ value, shared: splitWords(value).filter((word) => words.has(word)).length }))
    .toSorted((one, other) => other.shared - one.shared)
    .map(({ value }): OfferedOption => [value, value]);
  if (!field.required) options.push([emptyOption, 'None of them: leave it out']);
  return {
    question: `What does “${unknown}” mean in ${label}?`,
    options,
    proposed: likely === undefined ? undefined : { value: likely, isByName: true },
    isCertainToFix: true,
  };
}

const digitsQuestion: FixPrompt = {
  question: 'Do 1 and 0 mean Yes and No?',
  options: [['yes-no', '1 means Yes, 0 means No']],
};

/** The question about amounts with cents. */
const centsQuestion: FixPrompt = {
  question: 'What should happen to the cents?',
  options: [
    ['drop', 'Drop the cents'],
    ['round', 'Round to the nearest whole number'],
  ],
};

const markLabels: Readonly<Record<DecimalMark, string>> = {
  point: 'The point: 50,000.00',
  comma: 'The comma: 50.000,00',
};

/**
 * Returns the question which sign comes before the cents, with the number of amounts that can only
 * be read one way, and what happens to cents, if there are any.
 */
export function marksQuestion(texts: Texts): FixPrompt {
  const evidence: Record<DecimalMark, number> = { point: 0, comma: 0 };
  let isWithCents = false;
  for (const text of texts()) {
    const readings = amountReadings(text);
    const [reading, ...others] = readings;
    if (reading && others.length === 0) evidence[reading.mark] += 1;
    isWithCents ||= hasCents(readings);
  }
  const marks = (['point', 'comma'] as const).toSorted(
    (one, other) => evidence[other] - evidence[one],
  );
  const shown = marks.filter((mark) => evidence[mark] > 0);
  const isMarkPossible = (mark: DecimalMark) => shown.length === 1 && shown.includes(mark);
  const listValues = (mark: DecimalMark) =>
    isWithCents ? centsQuestion.options.map(([value]) => `${mark} ${value}`) : [mark];
  const question = 'Which sign comes before the cents';
  return {
    possible: shown.length === 0 ? undefined : marks.filter(isMarkPossible).flatMap(listValues),
    question: isWithCents ? `${question}, and what should happen to them?` : `${question}?`,
    options: marks.flatMap((mark): OfferedOption[] => {
      const label = withEvidence(markLabels[mark], evidence[mark], 'amount');
      if (!isWithCents) return [[mark, label]];
      return centsQuestion.options.map(([value, what]) => [
        `${mark} ${value}`,
        `${label}; ${what}`,
      ]);
    }),
  };
}

/**
 * Returns the fix of amounts with signs, commas or spaces. It is asked about if `50,000` could be
 * 50, because other amounts of the column have, or can have, a comma before their cents, and if the
 * column has amounts in several currencies: a lead has none.
 */
export function signsQuestion(texts: Texts, siblings: Texts): FixPrompt {
  const isOpen =
    hasReading(siblings, (marks) => marks.endsWith('comma')) &&
    hasReading(texts, (marks) => marks === 'point comma');
  const currencies = currenciesIn(texts, siblings);
  if (currencies !== '') {
    const comma = isOpen ? '; 50,000 is fifty thousand' : '';
    return {
      question: `${currencies} What should happen?`,
      options: [['without-currency', `Leave the currency out: nothing is converted${comma}`]],
    };
  }
  if (!isOpen) return { question: '', options: [['', '']] };
  return {
    question: 'Is the comma in these amounts for thousands?',
    options: [['thousands', 'Yes, 50,000 is fifty thousand']],
  };
}

const maxNamed = 5;

/**
 * Returns a sentence with the currencies of a column, if its amounts name several and some of these
 * texts name one; `''` otherwise.
 */
function currenciesIn(texts: Texts, siblings: Texts): string {
  const found = new Set<string>();
  for (const list of [texts, siblings]) {
    for (const text of list()) {
      const currency = readCurrency(text);
      if (currency !== '') found.add(currency);
      if (found.size === maxNamed) break;
    }
    if (found.size === 0) return '';
  }
  const names = new Intl.ListFormat('en').format(found);
  return found.size < 2 ? '' : `The column has amounts in ${names}, and a lead has no currency.`;
}

/** Returns a question with the currencies of the column, if it has several. */
function withCurrencies(fixQuestion: FixPrompt, texts: Texts, siblings: Texts): FixPrompt {
  const currencies = currenciesIn(texts, siblings);
  if (currencies === '') return fixQuestion;
  const question = `${currencies} It is left out, and nothing is converted. ${fixQuestion.question}`;
  return { ...fixQuestion, question };
}

function hasReading(texts: Texts, isSought: (marks: string) => boolean): boolean {
  for (const text of texts()) {
    const marks = amountReadings(text).map(({ mark }) => mark);
    if (isSought(marks.join(' '))) return true;
  }
  return false;
}
