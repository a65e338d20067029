import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';

import { noChoices } from '#contract/bulk-upload/bulk-uploads.ts';
import type { StageAt } from '#src/bulk-upload/job/stage.ts';
import type { SheetSummary } from '#src/bulk-upload/rows/sheet.ts';
import { emptySummary, exact, upload } from '#src/testing/fake-upload.ts';

import { SubmitFooter } from './submit-footer.tsx';

const summary = { ...emptySummary, read: 9 };

function show(
  counts: Partial<SheetSummary>,
  more: Partial<StageAt<'checked'>> = {},
  open: { fixableCells?: number; undecided?: number; canSearchLeads?: boolean } = {},
) {
  const submit = vi.fn(async () => undefined);
  const handlers = { onFixAll: vi.fn(), onQuestions: vi.fn(), onRows: vi.fn() };
  render(
    <MemoryRouter>
      <SubmitFooter
        work={{ submit }}
        fixableCells={open.fixableCells ?? 0}
        undecided={open.undecided ?? 0}
        contactName="Bea Harper"
        canSearchLeads={open.canSearchLeads ?? false}
        onLeaveOut={vi.fn()}
        {...handlers}
        stage={{
          summary: { ...summary, ...counts },
          isChanging: false,
          notices: [],
          leadSearch: { is: 'not-started' },
          choices: noChoices,
          upload,
          parseOptions: exact,
          ...more,
        }}
      />
    </MemoryRouter>,
  );
  return { submit, ...handlers };
}

/** Confirms in the dialog that leads are submitted. */
const confirm = () => userEvent.click(inDialog().getByRole('button', { name: /^Submit/ }));
const button = (name: string) => screen.getByRole('button', { name });
const inDialog = () => within(screen.getByRole('dialog'));

test('rows without errors are submitted by one press, beside who gets them and what is rejected', async () => {
  const { submit } = show({ ready: 5, invalid: 4 });
  expect(screen.getByText(/go to Bea Harper\. 4 rows will be rejected\./)).toBeVisible();
  await userEvent.click(button('Submit 5 leads'));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(submit).toHaveBeenCalledOnce();
});

test('a double click, or a key held down, on the step before submits nothing', async () => {
  const { submit } = show({ ready: 8 });
  const main = button('Submit 8 leads');
  fireEvent.click(main, { detail: 2 });
  expect(fireEvent.keyDown(main, { key: 'Enter', repeat: true })).toBe(false);
  expect(submit).not.toHaveBeenCalled();
});

test('where more than half of the rows are rejected, that is asked', async () => {
  const { submit } = show({ ready: 4, invalid: 5 });
  await userEvent.click(button('Submit 4 leads'));
  expect(screen.getByRole('dialog', { name: 'Submit 4 leads and reject 5 rows?' })).toBeVisible();
  await userEvent.click(inDialog().getByRole('button', { name: 'Go back' }));
  expect(submit).not.toHaveBeenCalled();
  await userEvent.click(button('Submit 4 leads'));
  await confirm();
  expect(submit).toHaveBeenCalledOnce();
});

test('if no row is ready, the main action leads to the rows to fix', async () => {
  const { submit, onRows } = show({ invalid: 1_200, blank: 3 });
  expect(screen.getByText('No rows are ready to submit. Fix the issues above.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^(Submit|Record)/ })).not.toBeInTheDocument();
  await userEvent.click(button('Review 1,200 rows to fix'));
  expect(onRows).toHaveBeenCalledOnce();
  expect(submit).not.toHaveBeenCalled();
});

test('a file in which every row is invalid can be saved as rejected, once that is confirmed', async () => {
  const { submit } = show({ invalid: 1_200, blank: 3 });
  await userEvent.click(button('Save as rejected for later'));
  expect(screen.getByRole('dialog', { name: 'Save 1,200 rows as rejected?' })).toBeVisible();
  expect(submit).not.toHaveBeenCalled();
  await userEvent.click(button('Save as rejected'));
  expect(submit).toHaveBeenCalledOnce();
});

test('letters in doubt are in sight before leads are submitted, with examples', async () => {
  const letters = {
    kind: 'letters',
    weight: 'warn',
    title: 'The letters of 2 cells look wrong.',
    advice: 'Save it as “CSV UTF-8 (comma delimited)”.',
    examples: ['Row 14, Last name: M\ufffdller'],
  } as const;
  const repeats = { readyDuplicates: { leads: 0, rows: 1 } };
  const { submit } = show({ ready: 8, ...repeats }, { notices: [letters] });
  expect(screen.getByText(/The letters of 2 cells look wrong\.$/)).toBeVisible();
  await userEvent.click(button('Submit 8 leads'));
  expect(submit).not.toHaveBeenCalled();
  expect(inDialog().getByText('Row 14, Last name: M\ufffdller')).toBeVisible();
  expect(inDialog().getByText(/CSV UTF-8/)).toBeVisible();
  await confirm();
  expect(submit).toHaveBeenCalledOnce();
});

test('where no row is left to be sent, nothing can be submitted, and the results are one click away', () => {
  show({ submitted: 8, leftOut: 1 });
  expect(screen.getByText(/Nothing to submit/)).toBeVisible();
  const results = screen.getByRole('link', { name: 'View row results' });
  expect(results).toHaveAttribute('href', '/bulk-upload/u1');
  expect(screen.queryByRole('button', { name: /Submit/ })).not.toBeInTheDocument();
});

test('where no row is left and none was submitted, nothing is submitted', async () => {
  const { submit } = show({ leftOut: 9 });
  expect(screen.getByText(/Nothing to submit/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Submit 0 leads' }));
  expect(submit).not.toHaveBeenCalled();
});

test('rows that repeat a lead and are to be left out are not sent as long as nobody knows which they are', async () => {
  const leaveOut = { ...noChoices.leaveOut, duplicateLeads: true };
  const { submit } = show(
    { ready: 8 },
    { choices: { ...noChoices, leaveOut }, leadSearch: { is: 'failed', message: 'No answer.' } },
  );
  expect(screen.getByText(/You can submit once the search for them is complete/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Submit 8 leads' }));
  expect(submit).not.toHaveBeenCalled();
});

test('a search among the leads that runs is asked about, and keeps nobody from submitting', async () => {
  const running = { is: 'running', rows: 0, connection: null } as const;
  const { submit } = show({ ready: 8 }, { leadSearch: running }, { canSearchLeads: true });
  await userEvent.click(screen.getByRole('button', { name: 'Submit 8 leads' }));
  expect(inDialog().getByText(/^Still searching existing leads/)).toBeVisible();
  await confirm();
  expect(submit).toHaveBeenCalledOnce();
});

test('while fixes are open, fixing is the main action, and ready rows can still be submitted', async () => {
  const { submit, onFixAll } = show({ ready: 219, invalid: 82 }, {}, { fixableCells: 717 });
  await userEvent.click(button('Apply 717 fixes'));
  expect(onFixAll).toHaveBeenCalledOnce();
  expect(submit).not.toHaveBeenCalled();
  await userEvent.click(button('Submit 219 leads'));
  expect(submit).toHaveBeenCalledOnce();
});

test('duplicates that would be submitted are named before the dialog too', () => {
  show({ ready: 298, readyDuplicates: { leads: 297, rows: 1 } });
  expect(
    screen.getByText(/297 rows match existing leads and 1 repeats an earlier row: they will be/),
  ).toBeVisible();
});

test('where all that is left needs an answer, the main action leads to the questions', async () => {
  const { onQuestions } = show({ ready: 219, invalid: 82 }, {}, { undecided: 2 });
  await userEvent.click(button('Answer 2 questions'));
  expect(onQuestions).toHaveBeenCalledOnce();
});
