import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';

import { spaceDigits } from '#src/lib/values/business-numbers.ts';

import { SpacedInput } from './number-fields.tsx';

const space = (text: string) => spaceDigits('abn', text);

function Number({ first = '' }) {
  const [value, setValue] = useState(first);
  return (
    <>
      <SpacedInput aria-label="ABN" value={value} space={space} onType={setValue} />
      <output>{value}</output>
    </>
  );
}

function open(first?: string) {
  render(<Number {...(first !== undefined && { first })} />);
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'ABN' });
  return { user: userEvent.setup(), input, value: () => screen.getByRole('status').textContent };
}

test('digits are grouped once the field is left, and its value has no spaces', async () => {
  const { user, input, value } = open();
  await user.type(input, '51824753556');
  expect(input).toHaveValue('51824753556');
  await user.tab();
  expect(input).toHaveValue('51 824 753 556');
  expect(value()).toBe('51824753556');
});

test('an edit of grouped digits moves nothing, and spaces are no part of the value', async () => {
  const { user, input, value } = open('5182475355');
  expect(input).toHaveValue('51 824 753 55');
  await user.type(input, '9', { initialSelectionStart: 4, initialSelectionEnd: 4 });
  expect(input).toHaveValue('51 8924 753 55');
  expect(input.selectionStart).toBe(5);
  await user.keyboard('{Backspace}{Backspace}{Backspace}');
  expect(value()).toBe('512475355');
  await user.tab();
  expect(input).toHaveValue('51 247 535 5');
});

test.each(['51 824 753 556', '51-824-753-556', 'n/a', 'ABN 51 824 753 556'])(
  '%s stays as it is typed',
  async (text) => {
    const { user, input, value } = open();
    await user.type(input, text);
    await user.tab();
    expect(input).toHaveValue(text);
    expect(value()).toBe(text);
  },
);
