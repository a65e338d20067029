import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';

import type { BulkUpload } from '#contract/bulk-upload/bulk-uploads.ts';
import { upload } from '#src/testing/fake-upload.ts';
import { renderWithRoutes } from '#src/testing/render.tsx';

import { UnknownRows } from './upload-outcome.tsx';

const uploadWith = (unknown: number): BulkUpload => ({
  ...upload,
  state: 'finished',
  totals: { ...upload.totals, read: 9, submitted: 9 - unknown, unknown },
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
  const [shown, setShown] = useState(uploadWith(unknown));
  return <UnknownRows upload={shown} onUpload={setShown} />;
}
const show = (unknown: number) => renderWithRoutes(<Shown unknown={unknown} />);

test('nothing is said where no row is unknown', () => {
  show(0);
  expect(document.body).toHaveTextContent(/^$/);
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
