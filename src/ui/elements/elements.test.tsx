import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';

import { exactTime } from '#src/lib/dates.ts';

import { Amount, AmountsOfPartner, ProvideCurrencies, useAmountsWidth } from './amount.tsx';
import { later } from './later.tsx';
import { Time } from './time.tsx';

const currencies = { usual: 'AUD', byPartner: { p1: 'NZD' } };

test('an amount has the sign of its partner’s currency, else of the usual one', () => {
  render(
    <ProvideCurrencies currencies={currencies}>
      <p>
        <Amount value="1200.00" /> <Amount value="1300.00" partnerId="p1" />
      </p>
      <AmountsOfPartner partnerId="p1" local="GBP">
        <Amount value="1400.50" />
      </AmountsOfPartner>
    </ProvideCurrencies>,
  );
  expect(screen.getByText(/1,200/)).toHaveTextContent(/\$/);
  expect(screen.getByText(/1,300/)).toHaveTextContent(/NZ/);
  expect(screen.getByText(/1,400\.50/)).toHaveTextContent(/NZ/);
});

test('without a currency an amount has that of its business’s country or no sign, and a missing one is a dash', () => {
  render(
    <p>
      <Amount value="1200" /> <Amount value="" /> <Amount value="1500.5" local="GBP" />
    </p>,
  );
  expect(screen.getByText('1,200')).toBeInTheDocument();
  expect(screen.getByText('£1,500.50')).toBeInTheDocument();
  expect(screen.getByText('—')).toBeInTheDocument();
});

function AmountsWidth() {
  return <output>{useAmountsWidth()}</output>;
}

test('a column of amounts is wide enough for millions in the longest currency', () => {
  const widthIn = (usual: string | null, byPartner = {}) => {
    const { unmount } = render(
      <ProvideCurrencies currencies={{ usual, byPartner }}>
        <AmountsWidth />
      </ProvideCurrencies>,
    );
    const width = Number.parseInt(screen.getByRole('status').textContent, 10);
    unmount();
    return width;
  };
  // In DejaVu Sans, the widest system font, 12,000,000 has 82 px and NZ$12,000,000 has 112.
  expect(widthIn(null)).toBeGreaterThanOrEqual(24 + 82);
  expect(widthIn('NZD')).toBeGreaterThanOrEqual(24 + 112);
  expect(widthIn(null, { p1: 'NZD' })).toBe(widthIn('NZD'));
});

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

test('a part that fails to load once is loaded again', async () => {
  const load = vi.fn<() => Promise<() => string>>();
  load.mockRejectedValueOnce(new TypeError('error loading dynamically imported module'));
  load.mockResolvedValue(() => 'Shown');
  const Part = later(load, () => 'Pending');
  vi.useFakeTimers();
  render(<Part />);
  screen.getByText('Pending');
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  screen.getByText('Shown');
  expect(load).toHaveBeenCalledTimes(2);
});
