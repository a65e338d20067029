import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';

import { contactsQuery } from '#src/api/contacts.ts';
import { previewedChange } from '#src/testing/fake-bulk-change.ts';
import { renderWithQueries } from '#src/testing/render.tsx';
import { stubFetch } from '#src/testing/stub-fetch.ts';

import { BulkChangeDialog } from './bulk-change-dialog.tsx';

test('one press chooses a contact, and going back the focus is on it', async () => {
  const user = userEvent.setup();
  const contacts = Array.from({ length: 9 }, (_, at) => ({
    id: `c${at}`,
    firstName: 'Contact',
    lastName: String(at),
  }));
  stubFetch((_, { method = 'GET' }) => (method === 'GET' ? [] : previewedChange));
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

test('that a change could not be made is not said of the next one', async () => {
  const user = userEvent.setup();
  const preview = () => screen.queryByRole('button', { name: 'Add the note to 1 lead' });
  stubFetch((url, { method = 'GET' }) => {
    if (url.endsWith('/preview'))
      return { ...previewedChange, contactName: null, changed: 1, unchanged: 0, rejected: [] };
    if (method === 'GET') return [];
    return Response.json({ error: 'Too late.', code: 'invalid-request' }, { status: 400 });
  });
  renderWithQueries(
    <BulkChangeDialog kind="add-note" selection={{ ids: ['l1'] }} onClose={() => {}} />,
  );
  await user.type(screen.getByRole('textbox', { name: 'Note' }), 'Called.');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await user.click(await screen.findByRole('button', { name: 'Add the note to 1 lead' }));
  expect(await screen.findByText('Too late.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(preview()).toBeVisible());
  expect(screen.queryByText('Too late.')).toBeNull();
});
