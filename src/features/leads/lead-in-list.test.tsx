import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';

import { useListSearch } from '#src/api/records/list/list-search.ts';
import { leadSource } from '#src/api/records/list/record-source.ts';
import { RecordsList } from '#src/features/records/records-list.tsx';
import { allowPopovers, fakeSession, renderPage } from '#src/testing/render-page.tsx';
import { stubFetch } from '#src/testing/stub-fetch.ts';
import { Announcer } from '#src/ui/elements/announcer.tsx';

import { leadType } from './lead-type.tsx';

let amount = '5000.00';
/** The changes that were sent, and whether somebody else is quicker with the next one. */
let sent: unknown[] = [];
let isQuicker = false;

beforeEach(() => {
  allowPopovers();
  amount = '5000.00';
  sent = [];
  isQuicker = false;
  stubFetch((address, { method = 'GET', body }) => {
    if (address.startsWith('/portal/')) return { unread: [], asked: [] };
    if (method === 'PATCH') {
      sent.push(JSON.parse(typeof body === 'string' ? body : ''));
      if (isQuicker) {
        isQuicker = false;
        amount = '7000.00';
        const error = { error: 'Changed.', code: 'version-conflict' };
        return Response.json(error, { status: 412 });
      }
      amount = '9000.00';
    }
    const lead = { id: 'kea', fields: { firstName: 'Kea', amountRequested: Number(amount) } };
    return address.startsWith('/api/v1/lead?')
      ? [lead]
      : Response.json(lead, { headers: { etag: `"${amount}"` } });
  });
});

async function edit(role: 'broker' | 'support' = 'broker') {
  const session = fakeSession(role);
  function Page() {
    const { search, onSearch } = useListSearch(leadSource.pageSchema, session.capabilities);
    return (
      <>
        <RecordsList records={leadType} {...{ session, search, onSearch }} />
        <Announcer />
      </>
    );
  }
  renderPage(<Page />, session, '/leads');
  const user = userEvent.setup();
  await user.hover(await screen.findByRole('row', { name: /Kea/ }));
  const button = screen.queryByRole('button', { name: 'Edit Amount' });
  if (!button) return undefined;
  await user.click(button);
  const editor = within(await screen.findByRole('dialog', { name: 'Edit lead' }));
  const field = await editor.findByRole('textbox', { name: /^Amount requested/ });
  expect(field).toHaveFocus();
  await user.clear(field);
  await user.type(field, '9000');
  return { user, editor };
}
const link = () => screen.getByRole('link', { name: 'Kea' });

test('an amount is edited in its row: Enter saves, and the focus is on the row', async () => {
  const editing = await edit();
  await editing?.user.keyboard('{Enter}');
  await waitFor(() => expect(link()).toHaveFocus());
  expect(sent).toEqual([{ fields: { amountRequested: 9000 } }]);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await screen.findByText('Saved')).toBeInTheDocument();
});

test('Escape leaves the amount as it is', async () => {
  const editing = await edit();
  await editing?.user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(link()).toHaveFocus();
  expect(sent).toEqual([]);
});

test('who was slower than somebody else chooses the amount that stays', async () => {
  const editing = await edit();
  isQuicker = true;
  await editing?.user.keyboard('{Enter}');
  expect(await editing?.editor.findByText(/Someone else changed this lead/)).toBeVisible();
  expect(editing?.editor.getAllByRole('radio')).toHaveLength(2);
});

test('support edits nothing', async () => {
  expect(await edit('support')).toBeUndefined();
});
