import type { Kind } from '#contract/v1/fields.ts';
import { dateFormError, exampleDate } from '#contract/v1/rules/date-rule.ts';
import { lostTextErrors } from '#contract/v1/rules/lost-texts.ts';
import { plusMissingError } from '#contract/v1/rules/rules.ts';
import { dateOnly } from '#src/lib/days.ts';

/**
 * Returns an error of the contract as the form says it. The contract speaks of the texts of files,
 * but in a form a date has any spelling, a phone has its country beside it, and no spreadsheet
 * was used.
 */
export function sentenceInForm(kind: Kind, error: string | undefined): string | undefined {
  if (kind === 'phone' && error === plusMissingError)
    return 'Enter the whole number, and choose its country.';
  if (kind === 'number' && error === lostTextErrors.exponent)
    return 'Enter the amount in digits, such as 100000.';
  if (kind !== 'date') return error;
  const example = dateOnly(exampleDate);
  if (error === dateFormError) return `Enter a date, for example ${example}.`;
  return error?.replace(exampleDate, example);
}
