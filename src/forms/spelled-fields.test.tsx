import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { expect, test, vi } from 'vitest';

import type { BusinessNumberName } from '#contract/v1/business-numbers.ts';

import { DateField } from './date-field.tsx';
import { toFormValues } from './lead-values.ts';
import { BusinessNumberField } from './number-fields.tsx';
import { useLeadForm } from './use-lead-form.ts';

type Name = BusinessNumberName | 'dateOfBirth';

interface FieldsProps {
  name: Name;
  /** The text in the record, and the one in the form, as of a draft. */
  before?: string | undefined;
  initial?: string | undefined;
}

function Fields({ name, before, initial = before }: FieldsProps) {
  const valuesOf = (text?: string) => (text === undefined ? text : toFormValues({ [name]: text }));
  const [[record, draft]] = useState([valuesOf(before), valuesOf(initial)] as const);
  const form = useLeadForm([name], record, draft);
  return (
    <FormProvider {...form}>
      {name === 'dateOfBirth' ? <DateField name={name} /> : <BusinessNumberField name={name} />}
      <output>{form.watch(name)}</output>
    </FormProvider>
  );
}

function show(values: Omit<FieldsProps, 'name'> = {}, name: Name = 'dateOfBirth') {
  render(<Fields {...values} name={name} />);
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

const showNumber = (name: BusinessNumberName, before = '') => show({ before }, name);

test('wrong check digits of a business number are described while typing, and are no error', async () => {
  const user = showNumber('abn');
  await user.type(input(), '51 824 753 565');
  expect(input()).toHaveAccessibleDescription('This ABN is not valid. Check the number.');
  expect(input()).not.toBeInvalid();
  await user.type(input(), '{Backspace}{Backspace}56');
  expect(input()).toHaveAccessibleDescription('Check digits OK.');
});

test('a business number is spaced once it is left, and has only the digits as its value', async () => {
  const user = showNumber('abn');
  await user.type(input(), '5182475');
  expect(input()).toHaveValue('5182475');
  expect(input()).toHaveAccessibleDescription('11 digits');
  await user.tab();
  expect(input()).toHaveValue('51 824 75');
  await user.type(input(), '3556');
  expect(input()).toHaveAccessibleDescription('Check digits OK.');
  expect(value()).toBe('51824753556');
  await user.tab();
  expect(input()).toHaveValue('51 824 753 556');
});

test.each(['51-824-753-556', '51824753556'])(
  'a business number pasted as %s is checked, and sent as pasted',
  async (text) => {
    const user = showNumber('abn');
    await user.click(input());
    await user.paste(text);
    expect(input()).toHaveAccessibleDescription('Check digits OK.');
    expect(value()).toBe(text);
  },
);

test.each([
  ['abn', 'ABN: 51 824 753 556', 'Use 51 824 753 556', '51 824 753 556'],
  ['acn', '4085616', 'Use 004 085 616', '004 085 616'],
  ['crn', '123456', 'Use 00123456', '00123456'],
] as const)(
  'a business number of the field %s, pasted as %s, has a suggestion',
  async (name, text, use, shown) => {
    const user = showNumber(name);
    await user.click(input());
    await user.paste(text);
    expect(input()).not.toBeInvalid();
    await user.click(screen.getByRole('button', { name: use }));
    expect(input()).toHaveValue(shown);
    expect(input()).toHaveAccessibleDescription(/OK|Valid/);
  },
);

test('a business number that is too short is said once the field is left', async () => {
  const user = showNumber('abn');
  await user.type(input(), '518');
  expect(input()).toHaveAccessibleDescription('11 digits');
  await user.tab();
  expect(input()).toHaveAccessibleDescription('An ABN has 11 digits.');
  expect(input()).not.toBeInvalid();
});

test('a business number of a record is spaced, and is not sent with spaces for it', () => {
  showNumber('acn', '004085616');
  expect(input()).toHaveValue('004 085 616');
  expect(value()).toBe('004085616');
});

test('an edit of grouped digits moves nothing, and spaces are no part of the value', async () => {
  const user = showNumber('abn', '5182475355');
  expect(input()).toHaveValue('51 824 753 55');
  await user.type(input(), '9', { initialSelectionStart: 4, initialSelectionEnd: 4 });
  expect(input()).toHaveValue('51 8924 753 55');
  expect(input().selectionStart).toBe(5);
  await user.keyboard('{Backspace}{Backspace}{Backspace}');
  expect(value()).toBe('512475355');
  await user.tab();
  expect(input()).toHaveValue('51 247 535 5');
});

test.each(['51 824 753 556', 'n/a', 'ABN 51 824 753 556'])(
  'the business number %s stays as it is typed',
  async (text) => {
    const user = showNumber('abn');
    await user.type(input(), text);
    await user.tab();
    expect(input()).toHaveValue(text);
    expect(value()).toBe(text);
  },
);
