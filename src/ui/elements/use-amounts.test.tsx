import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { ProvideCurrencies } from './provide-currencies.tsx';
import { useAmountsWidth } from './use-amounts.ts';

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
