import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';

import type { BulkChange } from '#contract/portal/bulk-changes.ts';
import { bulkChangeQuery } from '#src/api/account/bulk-changes.ts';
import { fakeSession, renderPage } from '#src/testing/render-page.tsx';

import { ChangeView } from './change-view.tsx';

const { call } = vi.hoisted(() => ({ call: vi.fn() }));
vi.mock('#src/api/client.ts', async (original) => ({ ...(await original<object>()), call }));

const outcomes = { pending: 2, changed: 0, unchanged: 0, rejected: 0, undone: 0, superseded: 0 };
const prepared: BulkChange = {
  id: 'b1',
  state: 'prepared',
  change: { kind: 'reassign', brokerRepId: 'c2' },
  contactName: 'Priya Nair',
  createdBy: 'Sam Tester',
  isOwn: true,
  createdAt: '2026-11-22T10:00:00.000Z',
  total: 2,
  outcomes,
  undoUntil: null,
};

function Page() {
  const { data } = useQuery({ ...bulkChangeQuery('b1'), initialData: prepared });
  return (
    <>
      <h1 tabIndex={-1}>Reassign to Priya Nair</h1>
      <ChangeView change={data} />
    </>
  );
}

test('a change that was only prepared is applied, and the focus goes to the heading', async () => {
  let change = prepared;
  call.mockImplementation(async ({ id }: { id: string }) => {
    if (id === 'applyBulkChange') change = { ...prepared, state: 'applying' };
    const isList = id === 'listChangedLeads' || id === 'listBulkChanges';
    return { data: isList ? [] : change, headers: new Headers() };
  });
  renderPage(<Page />, fakeSession('partner-admin'));
  await userEvent.setup().click(screen.getByRole('button', { name: 'Reassign 2 leads' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Reassign/ })).toBeNull());
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});
