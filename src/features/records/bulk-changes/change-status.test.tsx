import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';

import type { ChangeResult } from '#contract/portal/bulk-changes.ts';
import { type ServiceErrorCode, unreachable } from '#src/api/service-error.ts';
import { madeChange } from '#src/testing/fake-bulk-change.ts';
import { renderWithQueries } from '#src/testing/render.tsx';
import { stubFetch } from '#src/testing/stub-fetch.ts';

import { ChangeStatus, UndoButton } from './change-status.tsx';

/** How many requests the service had. */
let requests = 0;

function rejectWith(code: ServiceErrorCode) {
  requests = 0;
  stubFetch(() => {
    requests += 1;
    if (code === 'unreachable') throw new TypeError('Failed to fetch');
    const status = code === 'service-busy' ? 503 : 409;
    return Response.json({ error: `Failed: ${code}.`, code }, { status });
  });
}

const sentence = (code: ServiceErrorCode) =>
  code === 'unreachable' ? unreachable().message : `Failed: ${code}.`;

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const applied = (): ChangeResult => ({
  ...madeChange,
  changed: 3,
  unchanged: 1,
  rejected: 0,
  left: [],
  undoUntil: inMinutes(9),
});

const belowHeading = (element: ReactNode) => (
  <>
    <h1 tabIndex={-1}>Leads</h1>
    {element}
  </>
);
const undoButton = () => screen.queryByRole('button', { name: /^Undo/ });

async function failWith(code: ServiceErrorCode) {
  rejectWith(code);
  renderWithQueries(belowHeading(<UndoButton change={applied()} />));
  await userEvent.setup().click(screen.getByRole('button', { name: /^Undo/ }));
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence(code));
}

test.each(['unreachable', 'service-busy'] as const)(
  'after a failure that may pass (%s), undoing can be tried again beside the message',
  async (code) => {
    await failWith(code);
    await userEvent.setup().click(screen.getByRole('button', { name: /^Undo/ }));
    expect(requests).toBe(2);
  },
);

test.each(['too-late-to-undo', 'bulk-change-state-conflict'] as const)(
  'where undoing is impossible (%s), only the message is left, and the focus is on the heading',
  async (code) => {
    await failWith(code);
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByRole('heading', { name: 'Leads' })).toHaveFocus();
  },
);

test.each([
  [9, false],
  [-1, true],
])('with %i minutes left to undo it, that it is too late is said: %s', (left, isSaid) => {
  renderWithQueries(<ChangeStatus change={{ ...applied(), undoUntil: inMinutes(left) }} />);
  expect(screen.queryByText(/It can no longer be undone/) !== null).toBe(isSaid);
  expect(screen.queryByRole('button', { name: /^Undo/ }) === null).toBe(isSaid);
});

test('when the time runs out, the focus goes from the button to the heading', () => {
  vi.useFakeTimers();
  renderWithQueries(belowHeading(<UndoButton change={applied()} />));
  act(() => undoButton()?.focus());
  wait(60_000);
  expect(undoButton()).toHaveFocus();
  wait(480_000);
  expect(undoButton()).toBeNull();
  expect(screen.getByRole('heading', { name: 'Leads' })).toHaveFocus();
});

test.each(['too-late-to-undo', 'unreachable'] as const)(
  'that it is too late is said once, also after an attempt that failed (%s)',
  async (code) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    rejectWith(code);
    renderWithQueries(<ChangeStatus change={applied()} />);
    const { click } = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    await click(screen.getByRole('button', { name: /^Undo/ }));
    const alert = await screen.findByRole('alert');
    wait(540_000);
    const tooLate = 'It can no longer be undone: more than 10\u00A0minutes have passed.';
    expect(alert.textContent).toBe(code === 'unreachable' ? tooLate : sentence(code));
    const status = screen.getByRole('status');
    expect(status.textContent).toBe(
      `3 leads reassigned to Priya Nair1 needed no change.${alert.textContent}`,
    );
  },
);

function wait(ms: number): void {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
}
