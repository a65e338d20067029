import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';

import type { BulkChange } from '#contract/portal/bulk-changes.ts';
import { bulkChangeQuery } from '#src/api/records/bulk-changes.ts';
import { noOutcomes, preparedChange } from '#src/testing/fake-bulk-change.ts';
import { fakeSession, renderPage } from '#src/testing/render-page.tsx';
import { stubFetch } from '#src/testing/stub-fetch.ts';

import { ChangeView } from './change-view.tsx';

const prepared: BulkChange = {
  ...preparedChange,
  total: 2,
  outcomes: { ...noOutcomes, pending: 2 },
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
  stubFetch((address) => {
    if (address.endsWith('/apply')) change = { ...prepared, state: 'applying' };
    return /\/(bulk-changes|leads\b.*)$/.test(address) ? [] : change;
  });
  renderPage(<Page />, fakeSession('partner-admin'));
  await userEvent.setup().click(screen.getByRole('button', { name: 'Reassign 2 leads' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Reassign/ })).toBeNull());
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});
