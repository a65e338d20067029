import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';

import { noChoices } from '#contract/web/bulk-uploads.ts';
import type { SheetSummary } from '#src/sheet/sheet.ts';
import { emptySummary } from '#src/sheet/summary-double.ts';
import type { StageAt } from '#src/upload/stage.ts';

import { SubmitFoot } from './submit-foot.tsx';

const summary = { ...emptySummary, read: 9 };

function show(counts: Partial<SheetSummary>, more: Partial<StageAt<'checked'>> = {}) {
  const submit = vi.fn(async () => undefined);
  render(
    <SubmitFoot
      work={{ submit, leave: vi.fn() }}
      checked={{ sheet: { faultyRowsFiles: vi.fn() } }}
      stage={{
        file: new File([], 'june.csv'),
        summary: { ...summary, ...counts },
        isChanging: false,
        notices: [],
        leadSearch: { is: 'not-begun' },
        choices: noChoices,
        ...more,
      }}
    />,
  );
  return submit;
}

test('rows that can be leads are submitted, and the others are said to be refused', async () => {
  const submit = show({ ready: 8, faulty: 1 });
  expect(screen.getByText(/The 1 row to correct is recorded as refused/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Submit 8 leads' }));
  expect(submit).toHaveBeenCalledOnce();
});

test('a file in which every row is faulty can be recorded', async () => {
  const submit = show({ faulty: 1_200, blank: 3 });
  expect(screen.getByText(/No row can become a lead as it stands\. Recorded/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Record 1,200 rows as refused' }));
  expect(submit).toHaveBeenCalledOnce();
});

test('where no row is left to be sent, nothing is submitted', async () => {
  const submit = show({ submitted: 8, leftOut: 1 });
  expect(screen.getByText(/There is nothing to submit/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Submit 0 leads' }));
  expect(submit).not.toHaveBeenCalled();
});

test('rows that repeat a lead and are to be left out are not sent as long as nobody knows which they are', async () => {
  const leaveOut = { ...noChoices.leaveOut, duplicateLeads: true };
  const submit = show(
    { ready: 8 },
    { choices: { ...noChoices, leaveOut }, leadSearch: { is: 'failed', message: 'No answer.' } },
  );
  expect(screen.getByText(/which they are is not known before the search ends/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Submit 8 leads' }));
  expect(submit).not.toHaveBeenCalled();
});

test('a search among the leads keeps nobody from submitting, unless its result decides what is sent', async () => {
  const running = { is: 'running', rows: 0, trouble: null } as const;
  const submit = show({ ready: 8 }, { leadSearch: running });
  await userEvent.click(screen.getByRole('button', { name: 'Submit 8 leads' }));
  expect(submit).toHaveBeenCalledOnce();
});
