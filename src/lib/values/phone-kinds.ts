import { plainCharacters } from '#contract/v1/rules/rules.ts';

import { parsePhoneText, type PhoneText } from './phone-texts.ts';
import { tidyText } from './tidy-text.ts';

const phoneIssueKinds = [
  'phone-without-plus',
  'phone-label',
  'phone-extension',
  'two-phones',
] as const;
/** The kinds of issue of a phone that is a number in some country, or two numbers. */
export type PhoneIssueKind = (typeof phoneIssueKinds)[number];

/** Returns whether a fix of such an issue may need the country of the number. */
export function isPhoneIssue(kind: string): kind is PhoneIssueKind {
  return phoneIssueKinds.some((one) => one === kind);
}

const digitsAndGaps = /^\(?\d[\d\s.()/\p{Pd}]*$/u;

/** Parses a phone cell, without what is hidden in it. */
export function phoneTextOf(cell: string): PhoneText | undefined {
  return parsePhoneText(plainCharacters(tidyText(cell)));
}

/**
 * Returns the kind of a phone that the contract rejects; undefined if the cell is not a number in
 * any country, or if the contract itself suggests a number and nothing is lost.
 */
export function phoneIssueKind(
  cell: string,
  suggestion: string | undefined,
): PhoneIssueKind | undefined {
  const phone = phoneTextOf(cell);
  if (suggestion !== undefined) return phone?.hasExtension ? 'phone-extension' : undefined;
  if (phone?.numbers.length === 2) return 'two-phones';
  if (phone?.hasExtension) return 'phone-extension';
  if (phone?.hasLabel) return 'phone-label';
  return digitsAndGaps.test(plainCharacters(tidyText(cell))) ? 'phone-without-plus' : undefined;
}
