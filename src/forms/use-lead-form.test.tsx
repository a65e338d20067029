import { act, render, renderHook, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { type BlockerFunction, createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';

import { pastDateRule } from '#contract/v1/rules/date-rule.ts';
import { numberRule } from '#contract/v1/rules/number-rule.ts';
import { phoneRule } from '#contract/v1/rules/rules.ts';

import { toFormValues } from './lead-values.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { sentenceInForm, useLeadForm } from './use-lead-form.ts';

const isOtherDraft: BlockerFunction = ({ currentLocation, nextLocation }) =>
  currentLocation.search !== nextLocation.search;

/** A page that would lose texts and files, until each is saved. */
function Page() {
  const [isSaved, setSaved] = useState(false);
  const [isSent, setSent] = useState(false);
  return (
    <>
      <LeaveGuard when={!isSaved} loss="Texts are not saved." />
      <LeaveGuard when={!isSent} loss="Files are not sent." isLeaving={isOtherDraft} />
      <button onClick={() => setSaved(true)}>Save</button>
      <button onClick={() => setSent(true)}>Send</button>
    </>
  );
}

function show() {
  const router = createMemoryRouter([{ path: '/', element: <Page /> }], {
    initialEntries: ['/?draft=1'],
  });
  render(<RouterProvider router={router} />);
  const go = async (to: string) => act(async () => router.navigate(to));
  return { go, router, user: userEvent.setup() };
}

test('asks once, names everything that would be lost, and follows the strictest guard', async () => {
  const { go, router, user } = show();
  await go('/?draft=2');
  const question = await screen.findByRole('dialog');
  expect(question).toHaveTextContent('Texts are not saved.Files are not sent.');
  await user.click(screen.getByRole('button', { name: 'Stay' }));
  expect(router.state.location.search).toBe('?draft=1');

  await user.click(screen.getByRole('button', { name: 'Save' }));
  await go('/?draft=2');
  expect(await screen.findByRole('dialog')).toHaveTextContent(/page\?Files are not sent\./);
  await user.click(screen.getByRole('button', { name: 'Leave' }));
  expect(router.state.location.search).toBe('?draft=2');

  await user.click(screen.getByRole('button', { name: 'Send' }));
  await go('/?draft=3');
  expect(router.state.location.search).toBe('?draft=3');
});

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
