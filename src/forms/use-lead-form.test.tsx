import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';

import { pastDateRule } from '#contract/v1/rules/date-rule.ts';
import { numberRule } from '#contract/v1/rules/number-rule.ts';
import { phoneRule } from '#contract/v1/rules/rules.ts';

import { toFormValues } from './lead-values.ts';
import { sentenceInForm, useLeadForm } from './use-lead-form.ts';

test('an amount that is typed with an exponent is not said to come from a spreadsheet', async () => {
  const values = toFormValues({ amountRequested: '1e5', phone: '6.14E+10' });
  const { result } = renderHook(() => {
    const form = useLeadForm(['amountRequested', 'phone'], undefined, values);
    return { form, errors: form.formState.errors };
  });
  await act(async () => void (await result.current.form.trigger()));
  const { amountRequested, phone } = result.current.errors;
  expect(amountRequested?.message).toBe('Enter the amount in digits, such as 100000.');
  expect(phone?.message).toMatch(/^A spreadsheet shortened this number/);
});

test.each([
  ['date', pastDateRule('soon').error, 'Enter a date, for example March 14, 1984.'],
  [
    'date',
    pastDateRule('1984').error,
    'This is only a year. Enter the whole date, for example March 14, 1984.',
  ],
  ['date', pastDateRule('2100-01-01').error, 'This date is in the future.'],
  ['phone', phoneRule('12').error, 'Enter the whole number, and choose its country.'],
  ['phone', phoneRule('+0').error, phoneRule('+0').error],
  ['number', numberRule('1e5').error, 'Enter the amount in digits, such as 100000.'],
  ['text', undefined, undefined],
] as const)('a %s: %s', (kind, error, inForm) => {
  expect(sentenceInForm(kind, error)).toBe(inForm);
});
