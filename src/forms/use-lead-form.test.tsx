import { renderHook } from '@testing-library/react';
import { act } from 'react';
import { expect, test } from 'vitest';

import { toFormValues } from './lead-values.ts';
import { useLeadForm } from './use-lead-form.ts';

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
