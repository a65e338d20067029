import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';

import { noChoices } from '#contract/bulk-upload/bulk-uploads.ts';
import type { LeadSearch } from '#src/bulk-upload/job/stage.ts';
import { emptySummary } from '#src/testing/fake-upload.ts';

import { SubmitDialog } from './submit-dialog.tsx';

const leftOut = vi.fn();

interface DialogProps {
  others: number;
  leadSearch?: LeadSearch | null;
}

/** A dialog about ready rows that all match leads but `others`, and one that repeats a row. */
function Dialog({ others, leadSearch = null }: DialogProps) {
  const [leaveOut, setLeaveOut] = useState({
    ...noChoices.leaveOut,
    rows: [{ row: 4, leaveOut: false }],
  });
  const isOut = leaveOut.duplicateLeads;
  const counts = isOut
    ? { ready: others, leftOut: 298 }
    : { ready: others + 298, readyDuplicates: { leads: 297, rows: 1 } };
  return (
    <SubmitDialog
      summary={{ ...emptySummary, read: others + 298, ...counts }}
      titles={0}
      contactName="Bea Harper"
      warnings={[]}
      isBlocked={false}
      onLeaveOut={(choice) => {
        leftOut(choice);
        setLeaveOut(choice);
      }}
      onConfirm={vi.fn()}
      onClose={vi.fn()}
      {...{ leaveOut, leadSearch }}
    />
  );
}

const matches = '297 rows match existing leads and 1 repeats an earlier row';
const checkbox = () => screen.getByRole('checkbox', { name: 'Leave them out' });

test('duplicates are named, left out where the user says so, and the numbers follow', async () => {
  render(<Dialog others={3} />);
  expect(screen.getByRole('dialog', { name: 'Submit 301 leads?' })).toBeVisible();
  expect(screen.getByText(`${matches}: they will be submitted too.`)).toBeVisible();
  await userEvent.click(checkbox());
  expect(leftOut).toHaveBeenLastCalledWith({ duplicateRows: true, duplicateLeads: true, rows: [] });
  expect(screen.getByRole('dialog', { name: 'Submit 3 leads?' })).toBeVisible();
  expect(screen.getByText(`${matches}: left out.`)).toBeVisible();
  expect(screen.getByText('298 rows left out.')).toBeVisible();
  await userEvent.click(checkbox());
  expect(leftOut).toHaveBeenLastCalledWith({
    ...noChoices.leaveOut,
    rows: [{ row: 4, leaveOut: false }],
  });
  expect(screen.getByRole('dialog', { name: 'Submit 301 leads?' })).toBeVisible();
});

test('where every ready row is a duplicate that is left out, nothing is submitted', async () => {
  render(<Dialog others={0} />);
  await userEvent.click(checkbox());
  expect(screen.getByRole('dialog', { name: 'Nothing to submit' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Submit 0 leads' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});

const notSearched: readonly (readonly [LeadSearch, words: string, awaited: string])[] = [
  [
    { is: 'running', rows: 120, connection: null },
    'Still searching existing leads for duplicates: 120 of 301 rows so far. If you submit now, duplicates not found yet are submitted too.',
    'You can submit once the search is complete.',
  ],
  [
    { is: 'failed', message: '' },
    'Existing leads couldn’t be searched for duplicates. Rows that match one are submitted too.',
    'Go back and try again.',
  ],
  [
    { is: 'not-started' },
    'Existing leads haven’t been searched for duplicates. Rows that match one are submitted too.',
    'Go back and search them first.',
  ],
];

test.each(notSearched)(
  'a search for existing leads that is not complete is said: %o',
  async (leadSearch, text, awaited) => {
    render(<Dialog others={3} leadSearch={leadSearch} />);
    expect(screen.getByText(text)).toBeVisible();
    await userEvent.click(checkbox());
    expect(screen.getByText(new RegExp(awaited.replaceAll('.', String.raw`\.`)))).toBeVisible();
    expect(screen.queryByText(/submitted too/)).not.toBeInTheDocument();
  },
);

test('of a complete search only edits since then are mentioned', () => {
  const { rerender } = render(<Dialog others={3} leadSearch={{ is: 'done', isOutdated: false }} />);
  expect(screen.queryByText(/existing leads (were|for)/)).not.toBeInTheDocument();
  rerender(<Dialog others={3} leadSearch={{ is: 'done', isOutdated: true }} />);
  expect(
    screen.getByText('Rows edited since existing leads were searched may match one.'),
  ).toBeVisible();
});

test('of a search that completes while the dialog is open is said that it did, in its place', () => {
  const running = { is: 'running', rows: 120, connection: null } as const;
  const { rerender } = render(<Dialog others={3} leadSearch={running} />);
  const note = screen.getByText(/^Still searching existing leads/);
  rerender(<Dialog others={3} leadSearch={{ is: 'done', isOutdated: false }} />);
  expect(note).toHaveTextContent('Existing leads were searched for duplicates.');
  expect(note).toBeInTheDocument();
});
