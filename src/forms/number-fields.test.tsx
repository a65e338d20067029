import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { expect, test } from 'vitest';

import type { BusinessNumberName } from '#contract/v1/business-numbers.ts';

import { toFormValues } from './lead-values.ts';
import { BusinessNumberField } from './number-fields.tsx';
import { useLeadForm } from './use-lead-form.ts';

interface BusinessNumberProps {
  name: BusinessNumberName;
  /** The text in the record. */
  before: string;
}

function BusinessNumber({ name, before }: BusinessNumberProps) {
  const [record] = useState(() => toFormValues({ [name]: before }));
  const form = useLeadForm([name], record, record);
  return (
    <FormProvider {...form}>
      <BusinessNumberField name={name} />
      <output>{form.watch(name)}</output>
    </FormProvider>
  );
}

function show(name: BusinessNumberName, before = '') {
  render(<BusinessNumber {...{ name, before }} />);
  return userEvent.setup();
}

const input = () => screen.getByRole<HTMLInputElement>('textbox');
/** What would be sent. */
const value = () => screen.getByRole('status').textContent;

test('wrong check digits of a business number are described while typing, and are no error', async () => {
  const user = show('abn');
  await user.type(input(), '51 824 753 565');
  expect(input()).toHaveAccessibleDescription('This ABN is not valid. Check the number.');
  expect(input()).not.toBeInvalid();
  await user.type(input(), '{Backspace}{Backspace}56');
  expect(input()).toHaveAccessibleDescription('Check digits OK.');
});

test('a business number is spaced once it is left, and has only the digits as its value', async () => {
  const user = show('abn');
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
    const user = show('abn');
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
    const user = show(name);
    await user.click(input());
    await user.paste(text);
    expect(input()).not.toBeInvalid();
    await user.click(screen.getByRole('button', { name: use }));
    expect(input()).toHaveValue(shown);
    expect(input()).toHaveAccessibleDescription(/OK|Valid/);
  },
);

test('a business number that is too short is said once the field is left', async () => {
  const user = show('abn');
  await user.type(input(), '518');
  expect(input()).toHaveAccessibleDescription('11 digits');
  await user.tab();
  expect(input()).toHaveAccessibleDescription('An ABN has 11 digits.');
  expect(input()).not.toBeInvalid();
});

test('a business number of a record is spaced, and is not sent with spaces for it', () => {
  show('acn', '004085616');
  expect(input()).toHaveValue('004 085 616');
  expect(value()).toBe('004085616');
});

test('an edit of grouped digits moves nothing, and spaces are no part of the value', async () => {
  const user = show('abn', '5182475355');
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
    const user = show('abn');
    await user.type(input(), text);
    await user.tab();
    expect(input()).toHaveValue(text);
    expect(value()).toBe(text);
  },
);
