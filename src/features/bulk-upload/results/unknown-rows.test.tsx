import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';

import type { BulkUpload } from '#contract/bulk-upload/bulk-uploads.ts';

import { UnknownRows } from './upload-outcome.tsx';

const uploadWith = (unknown: number): BulkUpload => ({
  id: 'u1',
  fileName: 'june.csv',
  size: 1,
  contentHash: '0'.repeat(64),
  state: 'finished',
  totals: {
    read: 9,
    submitted: 9 - unknown,
    rejected: 0,
    leftOut: 0,
    blank: 0,
    unknown,
    waiting: 0,
  },
  createdAt: '2026-06-01T00:00:00Z',
  createdBy: 'Ada Marsh',
  lastSentAt: null,
  endedAt: null,
  storedUntil: null,
});

/** The responses to the next reconciliations. */
let looks: Response[] = [];
const found = (unknown: number, isComplete = true) =>
  Response.json({ upload: uploadWith(unknown), isComplete });

beforeEach(() => {
  looks = [];
  vi.stubGlobal('fetch', async () => looks.shift());
});

function Shown({ unknown }: { unknown: number }) {
  const [upload, setUpload] = useState(uploadWith(unknown));
  return <UnknownRows upload={upload} onUpload={setUpload} />;
}

function show(unknown: number) {
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Shown unknown={unknown} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test('nothing is said where no row is unknown', () => {
  expect(show(0).container.textContent).toBe('');
});

test('says how many to check, where they stand, and what looking again has come to', async () => {
  looks = [found(1), Response.json({ error: 'It sleeps.' }, { status: 400 }), found(0)];
  show(3);
  expect(screen.getByRole('heading')).toHaveTextContent('3 rows are unknown: please check');
  const link = screen.getByRole('link', { name: 'References and submission times' });
  expect(link).toHaveAttribute('href', '/bulk-upload/u1?outcome=unknown');
  const look = async () => userEvent.click(screen.getByRole('button', { name: 'Check again' }));

  await look();
  expect(await screen.findByRole('status')).toHaveTextContent('2 of 3 found');
  expect(screen.getByRole('heading')).toHaveTextContent('1 row is unknown: please check');
  await look();
  expect(await screen.findByRole('alert')).toHaveTextContent('It sleeps.');
  await look();
  expect(await screen.findByRole('status')).toHaveTextContent('All rows confirmed.');
  expect(screen.queryByRole('button')).toBeNull();
});

test('does not say that a lead is missing where not all leads were seen', async () => {
  looks = [found(2, false)];
  show(2);
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }));
  expect(await screen.findByRole('status')).toHaveTextContent('None of them was found');
  expect(screen.getByRole('status')).toHaveTextContent('may be among them');
});
