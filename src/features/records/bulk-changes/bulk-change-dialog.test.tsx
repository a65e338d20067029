import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';

import { contactsQuery } from '#src/api/contacts.ts';
import { noOutcomes, preparedChange } from '#src/testing/fake-bulk-change.ts';
import { renderWithQueries } from '#src/testing/render.tsx';

import { BulkChangeDialog } from './bulk-change-dialog.tsx';

test('one press chooses a contact, and going back the focus is on it', async () => {
  const user = userEvent.setup();
  const contacts = Array.from({ length: 9 }, (_, at) => ({
    id: `c${at}`,
    firstName: 'Contact',
    lastName: String(at),
  }));
  vi.stubGlobal('fetch', async (_: string, { method = 'GET' }: RequestInit = {}) =>
    Response.json(method === 'GET' ? [] : preparedChange),
  );
  const selection = { ids: ['l1'] };
  renderWithQueries(<BulkChangeDialog kind="reassign" selection={selection} onClose={() => {}} />, [
    [contactsQuery.queryKey, contacts],
  ]);
  await user.type(screen.getByRole('searchbox', { name: 'Search contacts' }), '7{Enter}');
  expect(
    within(screen.getByRole('group', { name: 'New contact' })).getAllByRole('button'),
  ).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Contact 7' }));
  await screen.findByRole('button', { name: /^Reassign \d+ leads$/ });
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(screen.getByRole('button', { name: 'Contact 7' })).toHaveFocus();
});

test('the preview comes with its leads; that a change could not be started is not said of the next one', async () => {
  const user = userEvent.setup();
  const prepared = {
    ...preparedChange,
    change: { kind: 'add-note', note: 'Called.' },
    contactName: null,
    total: 1,
    outcomes: { ...noOutcomes, pending: 1 },
  };
  const preview = () => screen.queryByRole('button', { name: 'Add the note to 1 lead' });
  const shownBeforeLeads: unknown[] = [];
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    if (url.includes('/leads?')) shownBeforeLeads.push(preview());
    if (url.endsWith('/apply'))
      return Response.json({ error: 'Too late.', code: 'invalid-request' }, { status: 400 });
    return Response.json(method === 'GET' ? [] : prepared);
  });
  renderWithQueries(
    <BulkChangeDialog kind="add-note" selection={{ ids: ['l1'] }} onClose={() => {}} />,
  );
  await user.type(screen.getByRole('textbox', { name: 'Note' }), 'Called.');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await user.click(await screen.findByRole('button', { name: 'Add the note to 1 lead' }));
  expect(shownBeforeLeads[0]).toBeNull();
  expect(await screen.findByText('Too late.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(preview()).toBeVisible());
  expect(screen.queryByText('Too late.')).toBeNull();
});
