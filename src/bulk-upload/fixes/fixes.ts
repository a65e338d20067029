import { isValidCell, validateCell } from '#contract/bulk-upload/lead-rows.ts';
import { secondaryIndexes } from '#contract/bulk-upload/lead-template.ts';
import { amountInFull } from '#contract/v1/rules/number-rule.ts';
import { markedAmount, withoutCents } from '#src/lib/values/amounts.ts';
import * as choices from '#src/lib/values/choices.ts';
import { parseEmailText } from '#src/lib/values/contact-texts.ts';
import { type KnownContact, readContact } from '#src/lib/values/contacts.ts';
import { fixedDate, swappedDate } from '#src/lib/values/dates.ts';
import { joinedValues } from '#src/lib/values/joined-values.ts';
import { splitName } from '#src/lib/values/names.ts';
import type { readPhones } from '#src/lib/values/phones.ts';
import { withoutTrace } from '#src/lib/values/program-traces.ts';
import { tidyText, withoutInvisible } from '#src/lib/values/tidy-text.ts';

import { readAmount, type IssueKind } from './issue-kinds.ts';
import { withLeadingZeros, firstName, type InvalidCell, lastName } from './row-issues.ts';

/** The values that a fix needs in addition to the cell. */
export interface Fixers {
  /** Undefined until the phone plans of the countries are loaded. */
  readonly readPhones?: typeof readPhones | undefined;
  readonly contacts: readonly KnownContact[];
}

/** The cells that a fix writes, by column index; all valid under the contract. */
export type FixedCells = readonly (readonly [columnIndex: number, text: string])[];

/**
 * Fixes one cell. Returns undefined if the contract would reject the result. A pure function of the
 * cell, its row's country and the chosen option.
 */
export function fixCell(kind: IssueKind, cell: InvalidCell, option: string, fixers: Fixers) {
  const cells = fixCells(kind, cell, option, fixers);
  const isValid = cells?.every(([columnIndex, text]) => isValidCell(columnIndex, text));
  return isValid ? cells : undefined;
}

function fixCells(kind: IssueKind, cell: InvalidCell, option: string, fixers: Fixers) {
  switch (kind) {
    case 'full-name':
      return names(cell, option);
    case 'two-phones':
    case 'several-phones':
      return inTwoColumns(cell.columnIndex, fixers.readPhones?.(cell.text, option, cell.country));
    case 'two-emails':
    case 'several-emails':
      return inTwoColumns(cell.columnIndex, parseEmailText(cell.text)?.addresses);
    case 'contact-name':
      return inColumn(cell.columnIndex, readContact(fixers.contacts, cell.text));
    case 'contact-unknown':
      return inColumn(cell.columnIndex, option === choices.emptyOption ? '' : option);
    case 'lost-zeros':
      return inColumn(cell.columnIndex, withLeadingZeros(cell));
    default:
      return inColumn(cell.columnIndex, fixedText(kind, cell, option, fixers));
  }
}

/** Returns a column's first value, and the second, if there is one, in the column that takes it. */
function inTwoColumns(columnIndex: number, values: readonly string[] = []): FixedCells | undefined {
  const [first, second] = values;
  const secondColumn = secondaryIndexes.get(columnIndex);
  if (first === undefined || secondColumn === undefined) return undefined;
  return second === undefined
    ? [[columnIndex, first]]
    : [
        [columnIndex, first],
        [secondColumn, second],
      ];
}

function names({ text }: InvalidCell, option: string): FixedCells | undefined {
  const isOther = option === 'all-but-first' || option === 'first-word';
  const split = splitName(text, isOther ? option : 'last-word');
  return (
    split && [
      [firstName, split.firstName],
      [lastName, split.lastName],
    ]
  );
}

function inColumn(columnIndex: number, text: string | undefined): FixedCells | undefined {
  return text === undefined ? undefined : [[columnIndex, text]];
}

function fixedText(
  kind: IssueKind,
  { columnIndex, text, country }: InvalidCell,
  option: string,
  fixers: Fixers,
): string | undefined {
  switch (kind) {
    case 'unseen':
      return withoutInvisible(text);
    case 'apostrophe':
    case 'quoted-formula':
    case 'codes':
    case 'decimal-tail':
      return withoutTrace(kind, columnIndex, text);
    case 'several-values':
      return joinedValues(tidyText(text))?.find((value) => isValidCell(columnIndex, value));
    case 'phone-without-plus':
    case 'phone-label':
    case 'phone-extension':
      return fixers.readPhones?.(text, option, country)?.[0];
    case 'amount-signs':
      return readAmount(columnIndex, text);
    case 'amount-thousands':
      return amountInFull(tidyText(text));
    case 'amount-cents':
      return withoutCents(text, option === 'round');
    case 'amount-marks':
      return markedAmount(text, option);
    case 'date-order':
    case 'date-short-year':
    case 'date-words':
    case 'date-moment':
    case 'date-serial':
      return fixedDate(text, option);
    case 'date-swapped':
      return swappedDate(text);
    case 'date-zero':
    case 'formula':
    case 'left-over':
      return option === choices.emptyOption ? '' : undefined;
    case 'true-false':
      return choices.readYesOrNo(columnIndex, text);
    case 'yes-no-digit':
      return choices.readYesOrNoDigit(columnIndex, text);
    case 'choice-form':
      return choices.readChoices(columnIndex, text);
    case 'choice-value':
      return choices.mappedChoice(columnIndex, text, option);
    case 'suggestion':
      return suggested(columnIndex, text);
    default:
      return undefined;
  }
}

function suggested(columnIndex: number, text: string): string | undefined {
  const result = validateCell(columnIndex, text);
  return result.error === undefined ? text : result.suggestion;
}
