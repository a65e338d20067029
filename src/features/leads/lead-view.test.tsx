import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';

import { lead, type Lead } from '#contract/v1/lead-records.ts';
import { emptyResponse } from '#contract/v1/records.ts';
import { fakeLeadService } from '#src/testing/fake-lead-service.ts';
import { Announcer } from '#src/ui/elements/announcer.tsx';

import { LeadView, type LeadViewProps } from './lead-view.tsx';

const empty = emptyResponse(lead);

function open(fields: Partial<Lead['fields']>, canEdit = true, more?: Partial<LeadViewProps>) {
  const record = { ...empty, id: 'lead-1', fields: { ...empty.fields, ...fields } };
  const element = (
    <LeadView
      isSupport={false}
      stageTime={null}
      changed={new Set()}
      lead={{ record, etag: '"1"', absent: [] }}
      extra={{}}
      may={{ edit: canEdit, reassign: false }}
      attachments={<section aria-label="Attachments" />}
      history={null}
      {...more}
    />
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

const named = { firstName: 'Casey', lastName: 'Placeholder', companyName: 'Kauri Joinery' };
const sections = () =>
  screen.getAllByRole('region').map((region) => region.getAttribute('aria-label'));

test('a converted lead has one link to its deal, and the id of the deal behind Details', () => {
  open({ convertedDealId: 'deal-1' }, false);
  const deal = screen.getByRole('link', { name: /deal/i });
  expect(deal).toHaveTextContent('Open deal');
  expect(deal).toHaveAttribute('href', '/deals/deal-1');
  expect(screen.getByText('deal-1').closest('details')).not.toHaveAttribute('open');
  expect(screen.getByText('lead-1').closest('details')).not.toHaveAttribute('open');
});

test('that a partner changed its reference is announced to support staff in their words', () => {
  const changed = new Set(['partnerLeadReferenceId']);
  open({ ...named, partnerLeadReferenceId: 'HB-17' }, false, { isSupport: true, changed });
  render(<Announcer />);
  expect(screen.getByText('Updated: Partner reference')).toBeInTheDocument();
});

test('client, funding, notes and attachments come first', async () => {
  const user = open(named);
  await user.click(screen.getByRole('button', { name: 'Show empty fields' }));
  expect(sections().slice(0, 5)).toEqual(['Client', 'Funding', 'Notes', 'Attachments', 'Business']);
});

test('one control shows the empty fields of the page', async () => {
  const user = open(named, false);
  expect(screen.queryByText('Secondary phone')).toBeNull();
  expect(screen.queryByText('Trading name')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show empty fields' }));
  expect(screen.getByText('Secondary phone')).toBeVisible();
  expect(screen.getByText('Trading name')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Hide empty fields' }));
  expect(screen.queryByText('Trading name')).toBeNull();
});

test('a section without values is shown with the empty fields, and can then be edited', async () => {
  const user = open(named);
  expect(sections()).toEqual(['Client', 'Attachments', 'Business', 'Calls', 'Record']);
  expect(screen.queryByText('Nothing filled in')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show empty fields' }));
  expect(sections()).toHaveLength(10);
  await user.click(screen.getByRole('button', { name: 'Edit Notes' }));
  await screen.findByRole('form', { name: 'Edit Notes' });
  // The section stays where it was edited, for the focus returns to its button.
  await user.click(screen.getByRole('button', { name: 'Hide empty fields' }));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByRole('button', { name: 'Edit Notes' })).toHaveFocus();
  expect(sections()).toEqual(['Client', 'Notes', 'Attachments', 'Business', 'Calls', 'Record']);
});

test('who may not edit has no Edit, neither of the page nor of a section', () => {
  open(named, false);
  expect(screen.queryByRole('button', { name: /Edit/ })).toBeNull();
});

test('all sections are edited in one form, which sends only what changed', async () => {
  const service = fakeLeadService({ ...empty, id: 'lead-1' });
  const user = open({ ...named, phone: '+61491570156' });
  await user.click(screen.getByRole('button', { name: 'Edit lead' }));
  const form = await screen.findByRole('form', { name: 'Edit lead' });
  expect(within(form).getByRole('textbox', { name: /First name/ })).toHaveFocus();
  expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull();
  expect(sections()).toContain('Attachments');
  await user.type(within(form).getByRole('textbox', { name: /Amount requested/ }), '65000');
  await user.type(within(form).getByRole('textbox', { name: /Trading name/ }), 'Kauri');
  await user.click(within(form).getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByRole('button', { name: 'Edit lead' })).toHaveFocus();
  expect(service.sent).toEqual([[{ amountRequested: 65_000, tradingName: 'Kauri' }, '"1"']]);
});

test('the page is not edited together with one of its sections', async () => {
  const user = open({ ...named, notes: 'Call in May' });
  await user.click(screen.getByRole('button', { name: 'Edit Notes' }));
  await screen.findByRole('form', { name: 'Edit Notes' });
  expect(screen.getByRole('button', { name: 'Edit lead' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByRole('button', { name: 'Edit Notes' })).toHaveFocus();
  expect(screen.getByRole('button', { name: 'Edit lead' })).not.toHaveAttribute('aria-disabled');
});

test('of several addresses the first filled one is open, the others say what they contain', async () => {
  const user = open({
    ...named,
    businessAddress: {
      ...empty.fields.businessAddress,
      addressLine1: '4 Quay Street',
      city: 'Hobart',
    },
    tradingAddress: { ...empty.fields.tradingAddress, city: 'Launceston' },
  });
  await user.click(screen.getByRole('button', { name: 'Edit Addresses' }));
  const form = await screen.findByRole('form', { name: 'Edit Addresses' });
  expect(form.querySelectorAll('details[name="addresses"]')).toHaveLength(4);
  const opened = form.querySelectorAll('details[open]');
  expect(opened).toHaveLength(1);
  expect(opened[0]).toHaveTextContent('Business address4 Quay Street, Hobart');
  expect(within(form).getByDisplayValue('4 Quay Street')).toHaveFocus();
  expect(within(form).getAllByText('Not filled in')).toHaveLength(2);
});
