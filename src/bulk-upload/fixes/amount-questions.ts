import { amountReadings, currencyOf, hasCents, type DecimalMark } from '#src/lib/values/amounts.ts';

import { withEvidence, type Texts } from './date-questions.ts';
import type { FixQuestion, OfferedOption } from './issue-table.ts';

/** The question about amounts with cents. */
export const centsQuestion: FixQuestion = {
  question: 'What should happen to the cents?',
  options: [
    ['drop', 'Drop the cents'],
    ['round', 'Round to the nearest whole number'],
  ],
};

const markLabels: Readonly<Record<DecimalMark, string>> = {
  point: 'The point, as in 50,000.00',
  comma: 'The comma, as in 50.000,00',
};

/**
 * Returns the question which sign comes before the cents, with the number of amounts that can only
 * be read one way, and what happens to cents, if there are any.
 */
export function marksQuestion(texts: Texts): FixQuestion {
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
  const valuesOf = (mark: DecimalMark) =>
    isWithCents ? centsQuestion.options.map(([value]) => `${mark} ${value}`) : [mark];
  const question = 'Which sign comes before the cents';
  return {
    possible: shown.length === 0 ? undefined : marks.filter(isMarkPossible).flatMap(valuesOf),
    question: isWithCents ? `${question}, and what should happen to them?` : `${question}?`,
    options: marks.flatMap((mark): OfferedOption[] => {
      const label = withEvidence(markLabels[mark], evidence[mark]);
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
export function signsQuestion(texts: Texts, besides: Texts): FixQuestion {
  const isOpen =
    hasReading(besides, (marks) => marks.endsWith('comma')) &&
    hasReading(texts, (marks) => marks === 'point comma');
  const currencies = currenciesIn(texts, besides);
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
function currenciesIn(texts: Texts, besides: Texts): string {
  const found = new Set<string>();
  for (const list of [texts, besides]) {
    for (const text of list()) {
      const currency = currencyOf(text);
      if (currency !== '') found.add(currency);
      if (found.size === maxNamed) break;
    }
    if (found.size === 0) return '';
  }
  const names = new Intl.ListFormat('en').format(found);
  return found.size < 2 ? '' : `The column has amounts in ${names}, and a lead has no currency.`;
}

/** Returns a question with the currencies of the column, if it has several. */
export function withCurrencies(
  fixQuestion: FixQuestion,
  texts: Texts,
  besides: Texts,
): FixQuestion {
  const currencies = currenciesIn(texts, besides);
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
