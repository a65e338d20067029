import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';

import type { BulkChange } from '#contract/portal/bulk-changes.ts';
import { contactsQuery } from '#src/api/contacts.ts';
import { noOutcomes, preparedChange } from '#src/testing/fake-bulk-change.ts';
import { fakeSession, renderPage } from '#src/testing/render-page.tsx';
import { renderWithQueries } from '#src/testing/render.tsx';
import { stubFetch } from '#src/testing/stub-fetch.ts';

import { BulkChangeDialog } from './bulk-change-dialog.tsx';
import { ChangesList } from './changes-list.tsx';

const outcomes = { ...noOutcomes, changed: 38, unchanged: 10, rejected: 2 };
const reassigned: BulkChange = {
  ...preparedChange,
  state: 'applied',
  outcomes,
  undoUntil: new Date(Date.now() + 540_000).toISOString(),
};
const noted: BulkChange = {
  ...reassigned,
  id: 'b2',
  change: { kind: 'add-note', note: 'Prefers to be called after five.' },
  contactName: null,
  createdBy: 'Bea Harper',
  isOwn: false,
  outcomes: { ...outcomes, changed: 3, unchanged: 0, rejected: 0 },
  undoUntil: null,
};

const row = async (name: RegExp) => within(await screen.findByRole('row', { name }));

test('what was said of a change is not said of the one that takes its row', async () => {
  let changes = [reassigned];
  const tooLate = { error: 'It is too late to undo this change.', code: 'too-late-to-undo' };
  stubFetch((address) =>
    address.endsWith('/bulk-changes') ? changes : Response.json(tooLate, { status: 409 }),
  );
  renderPage(<ChangesList />, fakeSession('partner-admin'));
  const first = await row(/^Reassign to Priya Nair/);
  await userEvent.setup().click(first.getByRole('button', { name: 'Undo (9 min left)' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('It is too late');
  changes = [{ ...reassigned, id: 'b3', contactName: 'Bo Reed' }, reassigned];
  act(() => void window.dispatchEvent(new Event('visibilitychange')));
  const next = await row(/^Reassign to Bo Reed/);
  expect(next.queryByRole('alert')).toBeNull();
  expect(next.getByRole('button', { name: 'Undo (9 min left)' })).toBeVisible();
});

test('a change has its maker, what it does and the numbers; its maker undoes it there', async () => {
  let changes = [reassigned, noted];
  stubFetch((address) => {
    if (address.endsWith('/bulk-changes')) return changes;
    const undone = { ...outcomes, changed: 0, undone: 37, superseded: 1 };
    const state = address.endsWith('/undo') ? 'undoing' : 'undone';
    const change = { ...reassigned, state, outcomes: undone, undoUntil: null } as const;
    changes = [change, noted];
    return change;
  });
  renderPage(<ChangesList />, fakeSession('partner-admin'));
  const first = await row(/^Reassign to Priya Nair/);
  expect(first.getByText('38 changed · 10 unchanged · 2 failed')).toBeVisible();
  expect(first.getByText('Sam Tester')).toBeVisible();
  const second = await row(/^Add a note.*Prefers to be called after five/);
  expect(second.getByText('3 changed')).toBeVisible();
  expect(second.getByText('Bea Harper')).toBeVisible();
  expect(second.queryByRole('button')).toBeNull();

  await userEvent.setup().click(first.getByRole('button', { name: 'Undo (9 min left)' }));
  await waitFor(() =>
    expect(screen.getByText('37 undone · 1 not undone · 10 unchanged · 2 failed')).toBeVisible(),
  );
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
});

test('one press chooses a contact, and going back the focus is on it', async () => {
  const user = userEvent.setup();
  const contacts = Array.from({ length: 9 }, (_, at) => ({
    id: `c${at}`,
    firstName: 'Contact',
    lastName: String(at),
  }));
  stubFetch((_, { method = 'GET' }) => (method === 'GET' ? [] : preparedChange));
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
  stubFetch((url, { method = 'GET' }) => {
    if (url.includes('/leads?')) shownBeforeLeads.push(preview());
    if (url.endsWith('/apply'))
      return Response.json({ error: 'Too late.', code: 'invalid-request' }, { status: 400 });
    return method === 'GET' ? [] : prepared;
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
