import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';

import { Announcer } from '#src/ui/elements/announcer.tsx';

import { TextInput } from './text-input.tsx';

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
