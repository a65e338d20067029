import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';

import { allowPopovers, fakeSession, renderPage } from '#src/testing/render-page.tsx';
import { stubFetch } from '#src/testing/stub-fetch.ts';

import { Component as DealsPage } from './deals.tsx';

const at = '2026-11-22T10:00:00.000Z';
const names = ['Kea', 'Weka', 'Tui'];
let requests: string[] = [];

beforeEach(() => {
  allowPopovers();
  requests = [];
  stubFetch((address) => {
    const [path = ''] = address.split('?');
    requests.push(path);
    return responseTo(path);
  });
});

function responseTo(path: string): unknown {
  if (path.endsWith('/marks')) return { unread: [], asked: [{ id: 'Weka', since: at }] };
  if (path.endsWith('/lead')) return { lead: null };
  if (path.endsWith('/history')) return { entries: [], next: null };
  if (path.endsWith('/requests'))
    return [
      {
        id: 'q1',
        state: 'open',
        asked: { kind: 'question' },
        text: 'Who signs?',
        dueDate: null,
        leadId: null,
        answer: '',
        reason: '',
        files: [],
        createdAt: at,
        updatedAt: at,
      },
    ];
  if (!path.startsWith('/api/')) return Response.json({ error: 'None.' }, { status: 404 });
  return names.map((name) => ({
    id: name,
    fields: { name, status: 'Approved', subStatus: 'With ISO', amount: 5000 },
  }));
}

test('Space shows the row beside the list, with what is asked; the keys go on from there', async () => {
  const user = userEvent.setup();
  renderPage(<DealsPage />, fakeSession('broker'), '/deals');
  const link = async (name: string) => screen.findByRole('link', { name });
  (await link('Kea')).focus();
  await waitFor(() => expect(requests).toContain('/portal/deals/marks'));
  await user.keyboard(' ');
  const peek = await screen.findByRole('dialog', { name: 'This deal' });
  expect(within(peek).getByText('Approved: the lender waits for a decision.')).toBeVisible();
  await user.keyboard('{ArrowUp}{ArrowDown}');
  expect(within(peek).getByRole('link', { name: 'Weka' })).toHaveFocus();
  expect(await within(peek).findByText('Who signs?')).toBeVisible();
  expect(requests.filter((path) => path.endsWith('/requests'))).toHaveLength(1);
  await user.keyboard('j ');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await link('Tui')).toHaveFocus();
});
