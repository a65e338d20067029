import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';

import { useListSearch } from '#src/api/records/list/list-search.ts';
import { dealType } from '#src/features/deals/deal-type.tsx';
import { leadType } from '#src/features/leads/lead-type.tsx';
import { RecordsBar } from '#src/features/records/filters/records-bar.tsx';
import type { RecordDescription } from '#src/features/records/table/record-description.ts';
import { upload } from '#src/testing/fake-upload.ts';
import { fakeSession, openMenu, renderPage } from '#src/testing/render-page.tsx';
import '#src/features/records/filters/filter-chips.tsx';
import '#src/features/records/filters/filter-panel.tsx';
import '#src/features/records/table/display-panel.tsx';
import '#src/features/records/views/saved-view.tsx';

/** The paths and queries that were requested. */
let requests: string[] = [];
const counts = [
  { status: 'New', subStatus: 'Received', total: 1200 },
  { status: 'New', subStatus: 'Banks In', total: 30 },
  { status: 'Closed', subStatus: 'Cost', total: 7 },
];
/** The response with the numbers by status. */
let counted: Promise<unknown>;

beforeEach(() => {
  requests = [];
  counted = Promise.resolve({ counts });
  HTMLElement.prototype.hidePopover = () => {};
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.stubGlobal('fetch', async (address: string) => {
    requests.push(address);
    if (address.startsWith('/portal/leads/counts')) return Response.json(await counted);
    if (address.startsWith('/portal/bulk-uploads?'))
      return Response.json([upload, { ...upload, id: 'u2', fileName: 'july.csv' }]);
    if (address === '/portal/partners')
      return Response.json([{ id: 'p7', name: 'Harbour Finance' }]);
    return Response.json([]);
  });
});

function Page({
  session,
  records,
}: {
  session: ReturnType<typeof fakeSession>;
  records: RecordDescription;
}) {
  const { search, onChange, onFilters, onClear, onDisplay } = useListSearch(
    records.source.pageSchema,
    session.capabilities,
  );
  const bar = { records, session, search, onChange, onFilters, onClear, onDisplay };
  return (
    <>
      <h1 tabIndex={-1}>Leads</h1>
      <RecordsBar {...bar} onSummary={() => {}} onName={() => {}} />
      <output>{useLocation().search}</output>
    </>
  );
}

function open(address = '/leads', session = fakeSession('partner-admin')) {
  const [path = ''] = address.split('?');
  const records = path === '/deals' ? dealType : leadType;
  renderPage(<Page {...{ session, records }} />, session, path, address);
  return userEvent.setup();
}

const address = () => decodeURIComponent(screen.getByRole('status').textContent ?? '');
const menu = async (name: string | RegExp = /^Filter/) => {
  const element = openMenu(await screen.findByRole('button', { name }));
  await within(element).findByRole('searchbox', { name: /^Search filters|^Search columns/ });
  return within(element);
};

test('a status is found by typing, shows its number, and becomes a chip', async () => {
  const user = open('/leads');
  const filter = await menu();
  await user.type(filter.getByRole('searchbox'), 'nEw');
  expect(await filter.findByText('1,230')).toBeInTheDocument();
  await user.keyboard('{ArrowDown}');
  expect(filter.getByRole('checkbox', { name: 'New' })).toHaveFocus();
  await user.keyboard('[Space]');
  await waitFor(() => expect(address()).toBe('?status=New'));
  expect(requests.filter((one) => one.includes('counts'))).toEqual(['/portal/leads/counts']);
  await user.click(await screen.findByRole('button', { name: /^Remove filter: ?Status: New/ }));
  expect(address()).toBe('');
});

test('sub-statuses stand below their chosen status, and choosing one keeps its status alone', async () => {
  const user = open('/leads?status=New&status=Closed');
  const filter = await menu();
  const status = within(await filter.findByRole('group', { name: 'Status' }));
  const names = () => status.getAllByRole('checkbox').map((box) => box.getAttribute('aria-label'));
  await waitFor(() => expect(names()).toEqual(['New', 'Banks In', 'Received', 'Closed', 'Cost']));
  await user.click(status.getByRole('checkbox', { name: 'Banks In' }));
  expect(address()).toBe('?status=New&subStatus=Banks+In');
  await user.click(status.getByRole('checkbox', { name: 'Closed' }));
  expect(address()).toBe('?status=Closed&status=New');
});

test('statuses are offered once their order is known, and then stand still', async () => {
  const numbers = Promise.withResolvers<unknown>();
  counted = numbers.promise;
  const user = open('/leads');
  const filter = await menu();
  const status = within(filter.getByRole('group', { name: 'Status' }));
  const names = () =>
    status.queryAllByRole('checkbox').map((box) => box.getAttribute('aria-label'));
  expect(names()).toEqual([]);
  const part = filter.getByText('Status', { selector: 'summary' }).parentElement!;
  expect(within(part).getByText('Loading…')).toBeInTheDocument();
  numbers.resolve({ counts });
  await waitFor(() => expect(names()).toEqual(['New', 'Closed']));
  // With the next filter, most of the remaining records are closed.
  counted = Promise.resolve({
    counts: [...counts, { status: 'Closed', subStatus: '', total: 9000 }],
  });
  await user.click(filter.getByRole('checkbox', { name: 'With attachments' }));
  expect(await status.findByText('9,007')).toBeInTheDocument();
  expect(names()).toEqual(['New', 'Closed']);
});

test('of two statuses chosen quickly both count', async () => {
  open();
  const filter = await menu();
  const boxes = [
    await filter.findByRole('checkbox', { name: 'New' }),
    await filter.findByRole('checkbox', { name: 'Closed' }),
  ];
  // The clicks follow each other before the list is there: it renders in a transition.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  for (const box of boxes) {
    box.click();
    await Promise.resolve();
    expect(box).toBeChecked();
  }
  await waitFor(() => expect(address()).toBe('?status=Closed&status=New'));
});

test('the focus of a removed chip goes to the next one, then to the heading', async () => {
  const user = open('/leads?status=New&hasAttachments=yes');
  await user.click(await screen.findByRole('button', { name: /^Remove filter: ?Status: New/ }));
  const last = screen.getByRole('button', { name: /^Remove filter: ?With attachments/ });
  expect(last).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('heading', { name: 'Leads' })).toHaveFocus();
});

test('what waits on the reader begins with what waits longest, unless another order was chosen', async () => {
  const user = open();
  const you = (await menu()).getByRole('checkbox', { name: 'Us' });
  await user.click(you);
  expect(address()).toBe('?waitingOn=partner&sort=subStatusSinceDate');
  await user.click(you);
  expect(address()).toBe('');
});

test('an order of the reader stays whatever is filtered', async () => {
  const user = open('/leads?sort=-amountRequested');
  await user.click((await menu()).getByRole('checkbox', { name: 'Us' }));
  expect(address()).toBe('?waitingOn=partner&sort=-amountRequested');
});

test('follow-ups begin with the first day; by day, a list has only what has one', async () => {
  const user = open();
  const isSet = (await menu()).getByRole('checkbox', { name: 'Set' });
  await user.click(isSet);
  expect(address()).toBe('?hasFollowUp=yes&sort=followUp');
  await user.click(isSet);
  expect(address()).toBe('');
  const order = (await menu('Display')).getByRole('combobox', { name: 'Order' });
  await user.selectOptions(order, 'Follow-up day');
  expect(address()).toBe('?hasFollowUp=yes&sort=followUp');
  await user.click(await screen.findByRole('button', { name: /^Remove filter: ?Follow-up: Set/ }));
  expect(order).toHaveDisplayValue('Newest first');
});

test('support, and readers of an existing service, have no follow-ups', async () => {
  for (const session of [fakeSession('support'), fakeSession('broker', { home: false })]) {
    open('/leads', session);
    expect((await menu()).queryByText('Follow-up')).toBeNull();
    const display = await menu('Display');
    expect(display.queryByRole('option', { name: 'Follow-up day' })).toBeNull();
    expect(display.queryByRole('checkbox', { name: 'Follow-up' })).toBeNull();
    cleanup();
  }
});

test('one of six orders is chosen, and one of a column’s header is named', async () => {
  const user = open('/leads?sort=amountRequested');
  const display = await menu('Display');
  const order = display.getByRole('combobox', { name: 'Order' });
  expect(order).toHaveDisplayValue('As in the column’s header');
  await user.selectOptions(order, 'Waiting longest');
  expect(address()).toBe('?sort=subStatusSinceDate');
  expect(within(order).getAllByRole('option')).toHaveLength(6);
});

test('a time in days and without attachments apply at once, and are removed one by one', async () => {
  const user = open('/leads?status=New');
  const filter = await menu();
  const inStatus = filter.getByRole('combobox', { name: 'Time in status' });
  await user.selectOptions(inStatus, 'More than … days');
  expect(address()).toBe('?status=New&statusBefore=P7D');
  await user.type(filter.getByRole('spinbutton'), '{Backspace}14');
  await user.click(filter.getByRole('checkbox', { name: 'Without attachments' }));
  expect(address()).toBe('?status=New&statusBefore=P14D&hasAttachments=no');
  await user.click(
    await screen.findByRole('button', { name: /^Remove filter: ?In status for more than 14 days/ }),
  );
  expect(address()).toBe('?status=New&hasAttachments=no');
  await user.click(filter.getByRole('button', { name: 'Clear filters' }));
  expect(address()).toBe('');
});

test('deals are filtered by the attachments and the bulk upload of their leads', async () => {
  const user = open('/deals?status=Approved');
  const filter = await menu();
  expect(filter.queryByRole('group', { name: 'Outcome' })).toBeNull();
  await user.click(filter.getByRole('checkbox', { name: 'With attachments' }));
  await user.click(await filter.findByRole('checkbox', { name: /^july\.csv/ }));
  expect(address()).toBe('?status=Approved&hasAttachments=yes&bulkUploadId=u2');
});

test('dates are whole days of the reader, the last one included; reversed ones filter nothing', async () => {
  const user = open();
  const filter = await menu();
  await user.selectOptions(filter.getByRole('combobox', { name: 'Created' }), 'Between dates');
  expect(address()).toBe('');
  await user.type(filter.getByLabelText('Created: from'), '2026-11-08');
  await user.type(filter.getByLabelText('Created: to'), '2026-11-07');
  expect(filter.getByRole('alert')).toHaveTextContent('The last day is before the first day.');
  expect(address()).toBe('');
  await user.clear(filter.getByLabelText('Created: from'));
  await user.type(filter.getByLabelText('Created: from'), '2026-11-01');
  const params = new URLSearchParams(address());
  expect(params.get('createdSince')).toBe(new Date(2026, 10, 1).toISOString());
  expect(params.get('createdBefore')).toBe(new Date(2026, 10, 8).toISOString());
});

test('support chooses a partner, one at a time', async () => {
  const user = open('/leads?brokerId=p1', fakeSession('support'));
  const filter = await menu();
  await user.click(await filter.findByRole('checkbox', { name: 'Harbour Finance' }));
  expect(address()).toBe('?brokerId=p7');
});

test('the button says how many filters are set, of which a period is one', async () => {
  open('/leads?status=New&status=Closed&waitingOn=client&createdSince=P7D&createdBefore=P1D&q=kim');
  expect(screen.getByRole('button', { name: /^Filter/ })).toHaveTextContent('Filter3');
});

test('in front of an existing service only what it can filter by is there', async () => {
  open('/leads?waitingOn=client', fakeSession('partner-admin', { home: false }));
  const filter = await menu();
  expect(filter.getByRole('checkbox', { name: 'New' })).toBeInTheDocument();
  for (const name of ['Waiting on', 'Contact', 'Attachments'])
    expect(filter.queryByRole('group', { name })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Remove filter/ })).toBeNull();
  expect(requests.filter((one) => !one.includes('views'))).toEqual([]);
});
