import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';

import { useListSearch } from '#src/api/records/list/list-search.ts';
import { dealType } from '#src/features/deals/deal-type.tsx';
import { leadType } from '#src/features/leads/lead-type.tsx';
import { RecordsBar } from '#src/features/records/filters/records-bar.tsx';
import { upload } from '#src/testing/fake-upload.ts';
import { fakeSession, renderPage } from '#src/testing/render-page.tsx';
import '#src/features/records/filters/filter-chips.tsx';
import '#src/features/records/filters/filter-choices.tsx';
import '#src/features/records/filters/more-filters.tsx';

/** The paths and queries that were requested. */
let requests: string[] = [];

beforeEach(() => {
  requests = [];
  HTMLElement.prototype.hidePopover = () => {};
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.stubGlobal('fetch', async (address: string) => {
    requests.push(address);
    if (address.startsWith('/portal/leads/counts'))
      return Response.json({
        counts: [
          { status: 'New', subStatus: 'Received', total: 1200 },
          { status: 'New', subStatus: 'Banks In', total: 30 },
          { status: 'Closed', subStatus: 'Cost', total: 7 },
        ],
      });
    if (address.startsWith('/portal/bulk-uploads?'))
      return Response.json([upload, { ...upload, id: 'u2', fileName: 'july.csv' }]);
    if (address === '/portal/partners')
      return Response.json([{ id: 'p7', name: 'Harbour Finance' }]);
    return Response.json([]);
  });
  return () => vi.unstubAllGlobals();
});

function Page({ session }: { session: ReturnType<typeof fakeSession> }) {
  const { search, onChange, onFilters, onClear } = useListSearch(
    leadType.source.pageSchema,
    session.capabilities,
  );
  return (
    <>
      <h1 tabIndex={-1}>Leads</h1>
      <RecordsBar records={leadType} {...{ session, search, onChange, onFilters, onClear }} />
      <output>{useLocation().search}</output>
    </>
  );
}

function DealsPage({ session }: { session: ReturnType<typeof fakeSession> }) {
  const { search, onChange, onFilters, onClear } = useListSearch(
    dealType.source.pageSchema,
    session.capabilities,
  );
  return (
    <>
      <RecordsBar records={dealType} {...{ session, search, onChange, onFilters, onClear }} />
      <output>{useLocation().search}</output>
    </>
  );
}

function open(address = '/leads', session = fakeSession('partner-admin')) {
  const [path = ''] = address.split('?');
  const page = path === '/deals' ? <DealsPage session={session} /> : <Page session={session} />;
  renderPage(page, session, path, address);
  // As on a wide window. The test environment has no popovers, and no style sheets.
  document.querySelector('search > fieldset')?.removeAttribute('popover');
  return userEvent.setup();
}

const address = () => decodeURIComponent(screen.getByRole('status').textContent ?? '');
/** Opens a menu. The test environment has no popovers: the element is shown as any other. */
const menu = async (name: string | RegExp) => {
  const opener = await screen.findByRole('button', { name });
  const element = document.querySelector(`[id="${opener.getAttribute('popovertarget')}"]`);
  if (!(element instanceof HTMLElement)) throw new Error('There is no menu.');
  element.removeAttribute('popover');
  const event = Object.assign(new Event('beforetoggle'), { newState: 'open' });
  act(() => void element.dispatchEvent(event));
  return within(element);
};

test('a status is found by typing, shows its number, and becomes a chip', async () => {
  const user = open('/leads?subStatus=Received');
  const status = await menu('Status');
  await user.type(await status.findByRole('searchbox'), 'nEw');
  expect(status.getAllByRole('checkbox')).toHaveLength(1);
  expect(await status.findByText('1,200')).toBeInTheDocument();
  await user.click(status.getByRole('checkbox', { name: 'New' }));
  expect(address()).toBe('?status=New&subStatus=Received');
  expect(requests.filter((one) => one.includes('counts'))).toEqual(['/portal/leads/counts']);
  await user.click(await screen.findByRole('button', { name: /^Remove filter: ?Status: New/ }));
  expect(address()).toBe('?subStatus=Received');
});

test('of two statuses chosen quickly both count', async () => {
  open();
  const status = await menu('Status');
  const boxes = [
    await status.findByRole('checkbox', { name: 'New' }),
    await status.findByRole('checkbox', { name: 'Wrong details' }),
  ];
  // The clicks follow each other before the list is there: it renders in a transition.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  for (const box of boxes) {
    box.click();
    await Promise.resolve();
    expect(box).toBeChecked();
  }
  await waitFor(() => expect(address()).toBe('?status=Wrong+details&status=New'));
});

test('the focus of a removed chip goes to the next one, then to the heading', async () => {
  const user = open('/leads?status=New&hasAttachments=yes');
  await user.click(await screen.findByRole('button', { name: /^Remove filter: ?Status: New/ }));
  const last = screen.getByRole('button', { name: /^Remove filter: ?With attachments/ });
  expect(last).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('heading', { name: 'Leads' })).toHaveFocus();
});

test('statuses stand under whom they wait for', async () => {
  open();
  const status = await menu('Status');
  const waiting = await status.findByRole('group', { name: 'Waiting on you' });
  expect(within(waiting).getAllByRole('checkbox')).toHaveLength(2);
});

test('a period in days and without attachments are applied together, and removed one by one', async () => {
  const user = open('/leads?status=New');
  const more = await menu('More filters');
  const inStatus = await more.findByRole('combobox', { name: 'In its status' });
  await user.selectOptions(inStatus, 'For more than … days');
  const days = await more.findByRole('spinbutton');
  await user.clear(days);
  await user.type(days, '14');
  await user.selectOptions(
    more.getByRole('combobox', { name: 'Attachments' }),
    'Without attachments',
  );
  await user.click(more.getByRole('button', { name: 'Apply' }));
  expect(address()).toBe('?status=New&statusBefore=P14D&hasAttachments=no');
  await user.click(
    await screen.findByRole('button', {
      name: /^Remove filter: ?In status for more than 14 days/,
    }),
  );
  expect(address()).toBe('?status=New&hasAttachments=no');
  await user.click(screen.getByRole('button', { name: 'Clear all' }));
  expect(address()).toBe('');
});

test('deals are filtered by the attachments and the bulk upload of their leads', async () => {
  const user = open('/deals?status=Approved');
  const more = await menu('More filters');
  expect(await more.findByRole('combobox', { name: 'Attachments' })).toBeInTheDocument();
  expect(more.queryByRole('group', { name: 'Outcome' })).toBeNull();
  await user.selectOptions(more.getByRole('combobox', { name: 'Attachments' }), 'With attachments');
  await more.findByRole('option', { name: /^july\.csv/ });
  await user.selectOptions(more.getByRole('combobox', { name: 'Bulk upload' }), 'u2');
  await user.click(more.getByRole('button', { name: 'Apply' }));
  expect(address()).toBe('?status=Approved&hasAttachments=yes&bulkUploadId=u2');
  await user.click(
    await screen.findByRole('button', { name: /^Remove filter: ?With attachments/ }),
  );
  expect(address()).toBe('?status=Approved&bulkUploadId=u2');
});

test('dates are whole days of the reader, the last one included', async () => {
  const user = open();
  const more = await menu('More filters');
  await user.selectOptions(await more.findByRole('combobox', { name: 'Created' }), 'Between dates');
  await user.type(more.getByLabelText('Created: first day'), '2026-11-01');
  await user.type(more.getByLabelText('Created: last day'), '2026-11-07');
  await user.click(more.getByRole('button', { name: 'Apply' }));
  const params = new URLSearchParams(address());
  expect(params.get('createdSince')).toBe(new Date(2026, 10, 1).toISOString());
  expect(params.get('createdBefore')).toBe(new Date(2026, 10, 8).toISOString());
});

test('a period without dates is not applied: a sentence at its first day says what to enter', async () => {
  const user = open();
  const more = await menu('More filters');
  const updated = await more.findByRole('combobox', { name: 'Last changed' });
  await user.selectOptions(updated, 'Between dates');
  await user.click(more.getByRole('button', { name: 'Apply' }));
  const first = more.getByRole('textbox', { name: 'Last changed: first day' });
  expect(first).toHaveFocus();
  expect(first).toBeInvalid();
  expect(first).toHaveAccessibleDescription('Enter the first day, the last day, or both.');
  await user.type(more.getByLabelText('Last changed: last day'), '2026-11-07');
  expect(first).toBeValid();
  await user.click(more.getByRole('button', { name: 'Apply' }));
  expect(address()).toMatch(/^\?updatedBefore=2026-11-0/);
});

test('a date is taken in any spelling, and one that is not certain is not applied', async () => {
  const user = open();
  const more = await menu('More filters');
  await user.selectOptions(await more.findByRole('combobox', { name: 'Created' }), 'Between dates');
  const first = more.getByRole<HTMLInputElement>('textbox', { name: 'Created: first day' });
  await user.type(first, '3/4/2026');
  await user.click(more.getByRole('button', { name: 'Apply' }));
  expect(first.validationMessage).toMatch(/^This could be .+ or .+\. Write the month as a word\.$/);
  expect(address()).toBe('');
  await user.clear(first);
  await user.type(first, '14 March 2026');
  const last = more.getByRole<HTMLInputElement>('textbox', { name: 'Created: last day' });
  await user.type(last, '13/3/2026');
  expect(first).toHaveValue('2026-03-14');
  expect(last.validationMessage).toBe('The last day is before the first day.');
  await user.clear(last);
  await user.click(more.getByRole('button', { name: 'Apply' }));
  expect(new URLSearchParams(address()).get('createdSince')).toBe(
    new Date(2026, 2, 14).toISOString(),
  );
});

test('support chooses a partner, one at a time', async () => {
  const user = open('/leads?brokerId=p1', fakeSession('support'));
  const partner = await menu(/^Partner/);
  await user.click(await partner.findByRole('checkbox', { name: 'Harbour Finance' }));
  expect(address()).toBe('?brokerId=p7');
});

test('on a phone, one button says how many filters are set and opens them', () => {
  open('/leads?status=New&waitingOn=client&createdSince=P7D');
  const opener = screen.getByRole('button', { name: 'Filters (3)' });
  const sheet = document.getElementById(opener.getAttribute('popovertarget') ?? '');
  expect(sheet).toBe(screen.getByRole('group', { name: 'Filters and order' }));
});

test('in front of an existing service only what it can filter by is there', async () => {
  open('/leads?waitingOn=client', fakeSession('partner-admin', { home: false }));
  await menu('Status');
  for (const name of ['Waiting on', 'Contact', 'More filters'])
    expect(screen.queryByRole('button', { name })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Remove filter/ })).toBeNull();
  expect(requests).toEqual([]);
});
