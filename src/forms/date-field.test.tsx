import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { expect, test, vi } from 'vitest';

import { DateField } from './date-field.tsx';
import { toFormValues } from './lead-values.ts';
import { useLeadForm } from './use-lead-form.ts';

interface BirthdayProps {
  /** The text in the record, and the one in the form, as of a draft. */
  before?: string | undefined;
  initial?: string | undefined;
}

const toValues = (dateOfBirth?: string) =>
  dateOfBirth === undefined ? undefined : toFormValues({ dateOfBirth });

function Birthday({ before, initial = before }: BirthdayProps) {
  const [[record, draft]] = useState([toValues(before), toValues(initial)] as const);
  const form = useLeadForm(['dateOfBirth'], record, draft);
  return (
    <FormProvider {...form}>
      <DateField name="dateOfBirth" />
      <output>{form.watch('dateOfBirth')}</output>
    </FormProvider>
  );
}

function show(values: BirthdayProps = {}) {
  render(<Birthday {...values} />);
  return userEvent.setup();
}

const input = () => screen.getByRole<HTMLInputElement>('textbox');
/** What would be sent. */
const value = () => screen.getByRole('status').textContent;
const opener = () => screen.getByRole('button', { name: 'Date of birth: choose from calendar' });

test('a pasted date in another order has a suggestion, and is described in words', async () => {
  const user = show();
  await user.click(input());
  await user.paste('14/3/1984');
  expect(input()).toBeInvalid();
  await user.click(screen.getByRole('button', { name: 'Use March 14, 1984' }));
  expect(input()).toHaveValue('March 14, 1984');
  expect(value()).toBe('1984-03-14');
  expect(input()).toHaveAccessibleDescription('For example March 14, 1984');
});

test.each(['14 mar 84', '1984-03-14'])('%s is taken when the field is left', async (text) => {
  const user = show();
  await user.type(input(), text);
  expect(input()).toHaveValue(text);
  await user.tab();
  expect(input()).toHaveValue('March 14, 1984');
  expect(value()).toBe('1984-03-14');
  expect(input()).not.toBeInvalid();
  expect(opener()).toHaveFocus();
});

test('a record’s date is shown in words, and changed by editing them', async () => {
  const user = show({ before: '1984-03-14' });
  expect(input()).toHaveValue('March 14, 1984');
  await user.click(input());
  await user.tab();
  expect(value()).toBe('1984-03-14');
  await user.type(input(), '{Backspace}6');
  expect(input()).toHaveValue('March 14, 1986');
  await user.tab();
  expect(value()).toBe('1986-03-14');
  expect(input()).not.toBeInvalid();
});

test('a record’s date in another spelling stays until it is changed', async () => {
  const user = show({ before: '14/03/1984' });
  await user.click(input());
  await user.tab();
  expect(input()).toHaveValue('14/03/1984');
  expect(input()).not.toBeInvalid();
});

test('a draft’s date in another spelling has a suggestion', async () => {
  const user = show({ initial: '14 March 1984' });
  await user.click(input());
  await user.tab();
  await user.click(screen.getByRole('button', { name: 'Use March 14, 1984' }));
  expect(input()).toHaveValue('March 14, 1984');
  expect(value()).toBe('1984-03-14');
});

test('of a date that can be two days the person chooses one', async () => {
  const user = show();
  await user.type(input(), '3/4/1984');
  await user.tab();
  expect(input()).toBeInvalid();
  expect(input()).toHaveAccessibleDescription(/more than one date/);
  await user.click(screen.getByRole('button', { name: 'Use April 3, 1984' }));
  expect(input()).toHaveValue('April 3, 1984');
  expect(value()).toBe('1984-04-03');
  expect(input()).toHaveFocus();
});

test('a day is chosen from the browser’s calendar, which opens on the one in the field', async () => {
  const showPicker = vi.fn<() => void>();
  Object.assign(HTMLInputElement.prototype, { showPicker });
  const user = show();
  const calendar = document.querySelector<HTMLInputElement>('input[type="date"]')!;
  await user.click(opener());
  expect(calendar.value).toMatch(/^19\d\d-07-01$/);
  await user.type(input(), '14 March 1984');
  await user.click(opener());
  expect(showPicker).toHaveBeenCalledTimes(2);
  expect(calendar).toHaveValue('1984-03-14');
  await act(async () => fireEvent.change(calendar, { target: { value: '1984-03-21' } }));
  expect(input()).toHaveValue('March 21, 1984');
  expect(value()).toBe('1984-03-21');
});
