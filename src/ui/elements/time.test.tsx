import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';

import { exactTime } from '#src/lib/dates.ts';

import { Time } from './time.tsx';

const value = '2026-03-14T09:05:00Z';

test('the exact time is there for the browser to show once the time is pressed', async () => {
  render(<Time value={value} />);
  const time = screen.getByRole('button');
  expect(time).toHaveAttribute('title', exactTime(value));
  expect(screen.queryByText(exactTime(value))).toBeNull();
  await userEvent.click(time);
  expect(screen.getByText(exactTime(value))).toHaveAttribute(
    'id',
    time.getAttribute('popovertarget'),
  );
});

test('no time is a dash, and nothing to press', () => {
  render(<Time value={null} />);
  expect(screen.getByText('—')).toBeInTheDocument();
  expect(screen.queryByRole('button')).toBeNull();
});
