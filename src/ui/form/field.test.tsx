import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';

import { Announcer } from '#src/ui/elements/announcer.tsx';

import { CheckboxGroup } from './choice-group.tsx';
import { containsText } from './contains-text.ts';
import { TextInput } from './field.tsx';

test('an error belongs to its control, with the hint before it', () => {
  render(
    <TextInput label="Amount" name="amount" hint="Whole amounts" error="Digits only" optional />,
  );
  const input = screen.getByRole('textbox', { name: 'Amount optional' });
  expect(input).toBeInvalid();
  expect(input).toHaveAccessibleDescription('Whole amounts Digits only');
  expect(input).toHaveAttribute('id', 'amount');
});

test('an error that appears while one types is read out', async () => {
  const { rerender } = render(
    <>
      <TextInput label="Amount" name="amount" />
      <Announcer />
    </>,
  );
  await userEvent.click(screen.getByLabelText('Amount'));
  rerender(
    <>
      <TextInput label="Amount" name="amount" error="Digits only" />
      <Announcer />
    </>,
  );
  expect(screen.getByText('Digits only', { selector: '[data-announcer] *' })).toBeInTheDocument();
});

test('an offer is taken with one press', async () => {
  const onUse = vi.fn();
  render(
    <TextInput label="Amount" error="Digits only" suggestion={{ label: 'Use 50000', onUse }} />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Use 50000' }));
  expect(onUse).toHaveBeenCalledOnce();
});

test('a group of choices is named, and its first choice takes the links of the summary', () => {
  render(
    <CheckboxGroup label="Products" name="products" options={['LOC', 'Loan']} error="Choose one" />,
  );
  expect(screen.getByRole('group', { name: 'Products' })).toHaveAccessibleDescription('Choose one');
  expect(document.getElementById('products')).toBe(screen.getByLabelText('LOC'));
});

test.each([
  ['Zoë Müller', 'zoe mu', true],
  ['Zoe Muller', ' ZOË ', true],
  ['Zoe Muller', '', true],
  ['Zoe Muller', 'zoem', false],
])('%s, searched with "%s": %s', (text, typed, isFound) => {
  expect(containsText(text, typed)).toBe(isFound);
});
