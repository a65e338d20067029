import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { exact, recognition } from '#src/testing/fake-upload.ts';

import { ReadingStep } from './upload-panel.tsx';

test('reading says how much is done, how fast, and how long it still takes', () => {
  const file = new File(['x'.repeat(600_000)], 'june.csv');
  const progress = { bytes: 100_000, rows: 2_000, contentHash: null };
  const samples = [
    { at: 0, done: 0 },
    { at: 20_000, done: 100_000 },
  ];
  const stage = { file, recognition, parseOptions: exact, progress, samples } as const;
  render(
    <ReadingStep stage={{ at: 'reading', readAgainReason: null, ...stage }} onCancel={vi.fn()} />,
  );
  expect(screen.getByText(/2,000 rows/)).toBeVisible();
  expect(screen.getByText(/ of .* a second, about 2 minutes left$/)).toBeVisible();
});
