import { cellChecks } from '#contract/cell-checks.ts';
import { templateColumns } from '#contract/lead-template.ts';

import { amountOf, choicesOf, yesOrNo, type CauseKind } from './cause-kinds.ts';
import { withoutCents } from './mend-amounts.ts';
import { mendedDate } from './mend-dates.ts';
import { splitName } from './mend-names.ts';
import type { mendedPhone } from './mend-phones.ts';
import { tidied, withoutUnseen } from './tidy-text.ts';

/** What a mend works on. Of a full name, `text` is the name and `place` the empty column. */
export interface WrongCell {
  readonly place: number;
  readonly text: string;
  /** ISO 3166 code of the country the row's addresses name. */
  readonly country: string | undefined;
}

/** Mends phones once what is known of countries is loaded. */
export type PhoneMender = typeof mendedPhone;

export const firstName = templateColumns.findIndex(({ name }) => name === 'firstName');
export const lastName = templateColumns.findIndex(({ name }) => name === 'lastName');

/** The full name, where one of the two name columns is empty and the other holds several words. */
export function fullNameBeside(place: number, cells: readonly string[]): string | undefined {
  if (place !== firstName && place !== lastName) return undefined;
  const beside = cells[place === firstName ? lastName : firstName]!;
  return /\S\s+\S/.test(beside) ? beside : undefined;
}

/** The cells that a mend writes, by place: what the contract takes, or nothing. */
export type MendedCells = readonly (readonly [place: number, text: string])[];

/** Mends one cell; undefined where the result would not be taken by the contract. A pure function of the cell, its row's country and the answer. */
export function mendCell(
  kind: CauseKind,
  cell: WrongCell,
  option: string,
  mendPhone: PhoneMender | undefined,
): MendedCells | undefined {
  const cells = kind === 'full-name' ? names(cell, option) : oneCell(kind, cell, option, mendPhone);
  const isTaken = cells?.every(([place, text]) => cellChecks[place]!.isFine(text));
  return isTaken ? cells : undefined;
}

function names({ text }: WrongCell, option: string): MendedCells | undefined {
  const split = splitName(text, option === 'all-but-first' ? 'all-but-first' : 'last-word');
  return (
    split && [
      [firstName, split.first],
      [lastName, split.last],
    ]
  );
}

function oneCell(
  kind: CauseKind,
  { place, text, country }: WrongCell,
  option: string,
  mendPhone: PhoneMender | undefined,
): MendedCells | undefined {
  const mended = mendedText(kind, place, text, () => mendPhone?.(text, option, country), option);
  return mended === undefined ? undefined : [[place, mended]];
}

function mendedText(
  kind: CauseKind,
  place: number,
  text: string,
  phone: () => string | undefined,
  option: string,
): string | undefined {
  switch (kind) {
    case 'unseen':
      return withoutUnseen(text);
    case 'apostrophe':
      return tidied(text);
    case 'phone-without-plus':
      return phone();
    case 'amount-signs':
      return amountOf(place, text);
    case 'amount-cents':
      return withoutCents(text, option === 'round');
    case 'date-order':
    case 'date-short-year':
    case 'date-words':
    case 'date-serial':
      return mendedDate(text, option);
    case 'true-false':
      return yesOrNo(place, text);
    case 'choice-form':
      return choicesOf(place, text);
    case 'offer':
      return offered(place, text);
    default:
      return undefined;
  }
}

function offered(place: number, text: string): string | undefined {
  const result = cellChecks[place]!.validate(text);
  return result.error === undefined ? text : result.offer;
}
