import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';

import { useListSearch } from '#src/api/records/list/list-search.ts';
import { useSession } from '#src/api/session.ts';
import { dealType } from '#src/features/deals/deal-type.tsx';
import { leadType } from '#src/features/leads/lead-type.tsx';
import { ColumnsChoice } from '#src/features/records/table/columns-choice.tsx';
import type { RecordDescription } from '#src/features/records/table/record-description.ts';
import { fakeSession, renderPage } from '#src/testing/render-page.tsx';

/** The columns that were stored, as they were sent. */
let stored: unknown[] = [];

beforeEach(() => {
  stored = [];
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    stored.push(typeof body === 'string' ? JSON.parse(body) : null);
    return new Response(null, { status: 204 });
  });
});

function Choice({ records }: { records: RecordDescription }) {
  const session = useSession();
  const { search, onDisplay } = useListSearch(records.source.pageSchema, session.capabilities);
  return (
    <>
      <ColumnsChoice {...{ records, session, search, onDisplay }} />
      <p data-testid="address">{useLocation().search}</p>
    </>
  );
}

/** Shows the choice of the columns of a list, and returns its search. */
async function show(records: RecordDescription, search = '', session = fakeSession('broker')) {
  renderPage(<Choice records={records} />, session, '/', `/${search}`);
  return screen.findByRole('searchbox', { name: 'Search columns' });
}

const shown = () =>
  within(screen.getByRole('group', { name: 'Shown, in this order' }))
    .getAllByRole('checkbox')
    .map((box) => box.closest('label')?.textContent);
const box = (name: string) => screen.getByRole('checkbox', { name });
const address = () => screen.getByTestId('address').textContent;

test('columns are chosen in their order: in the address, and stored', async () => {
  const user = userEvent.setup();
  const searchbox = await show(leadType, '?page=2&columns=company.status');
  expect(shown()).toEqual(['Company', 'Status']);
  await user.type(searchbox, 'phone');
  await user.click(box('Phone'));
  expect(address()).toBe('?page=2&columns=company.status.phone');
  // The pressed box keeps the focus, though it is in the other list now.
  expect(box('Phone')).toHaveFocus();
  await user.clear(searchbox);

  expect(shown()).toEqual(['Company', 'Status', 'Phone']);
  await user.click(box('Company'));
  expect(address()).toBe('?page=2&columns=status.phone');
  await waitFor(() => expect(stored.at(-1)).toEqual({ list: 'leads', columns: 'status.phone' }));

  await user.click(screen.getByRole('button', { name: 'Reset columns' }));
  expect(address()).toBe('?page=2');
  await waitFor(() => expect(stored.at(-1)).toEqual({ list: 'leads', columns: '' }));
  expect(screen.getByRole('button', { name: 'Reset columns' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});

test('the last choice of the person applies where the address says nothing', async () => {
  const session = { ...fakeSession('support'), columns: { leads: ['email', 'broker'] } };
  await show(leadType, '', session);
  expect(shown()).toEqual(['Email', 'Partner']);
});

test('the column of the order is said to be shown, until it is chosen', async () => {
  const user = userEvent.setup();
  await show(dealType, '?columns=amount&sort=updatedAt');
  expect(screen.getByText('Last changed is shown while the list is in its order.')).toBeVisible();
  await user.click(box('Last changed'));
  expect(screen.queryByText(/while the list is in its order/)).toBeNull();
});

test('every fact of a deal can be chosen, but not the partner by its own people', async () => {
  await show(dealType, '?columns=amount');
  for (const name of ['Customer', 'Funded on', 'Your reference', 'Last changed'])
    expect(box(name)).not.toBeChecked();
  expect(screen.queryByRole('checkbox', { name: 'Partner' })).toBeNull();
});
