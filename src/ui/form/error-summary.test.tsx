import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';

import { ErrorSummary } from './error-summary.tsx';
import { TextInput } from './text-input.tsx';

const errors = [
  { fieldId: 'phone', text: 'Phone: start with + and the country code' },
  { fieldId: 'amount', text: 'Amount requested: digits only' },
];

function Form({ attempt, shown = errors }: { attempt: number; shown?: typeof errors }) {
  return (
    <>
      <ErrorSummary attempt={attempt} errors={shown} />
      <TextInput label="Phone" name="phone" error="Start with + and the country code" />
      <TextInput label="Amount requested" name="amount" />
    </>
  );
}

test('takes the focus at each attempt, and only then', async () => {
  const { rerender } = render(<Form attempt={1} />);
  expect(screen.getByRole('alert')).toHaveFocus();
  expect(screen.getByRole('heading')).toHaveTextContent('There are 2 things to correct');

  await userEvent.tab();
  rerender(<Form attempt={1} shown={errors.slice(0, 1)} />);
  expect(screen.getByRole('alert')).not.toHaveFocus();
  expect(screen.getByRole('heading')).toHaveTextContent('There is 1 thing to correct');

  rerender(<Form attempt={2} />);
  expect(screen.getByRole('alert')).toHaveFocus();
});

test('its links lead to the fields and leave the address alone', async () => {
  render(<Form attempt={1} />);
  const address = location.href;
  await userEvent.click(screen.getByRole('link', { name: /Amount requested/ }));
  expect(screen.getByLabelText('Amount requested')).toHaveFocus();
  expect(location.href).toBe(address);
});

test('shows nothing without errors', () => {
  render(<ErrorSummary attempt={0} errors={[]} />);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});
