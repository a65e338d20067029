import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';

import { lead, type Lead } from '#contract/v1/lead-records.ts';
import { emptyResponse } from '#contract/v1/records.ts';
import { type FakeLeadService, fakeLeadService } from '#src/testing/fake-lead-service.ts';
import { allowPopovers, fakeSession, renderPage } from '#src/testing/render-page.tsx';
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
      lead={{ record, etag: '"1"' }}
      extra={{}}
      may={{ edit: canEdit, reassign: false }}
      attachments={<section aria-label="Attachments" />}
      history={null}
      {...more}
    />
  );
  renderPage(element, fakeSession('broker'));
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

test('files come before the fields; the client is at the side, and no field is empty', () => {
  open({ ...named, phone: '+61491570156', tradingName: 'Kauri', notes: 'Call in May' }, false);
  expect(sections()).toEqual(['Reach the client', 'Attachments', 'Notes', 'Business', 'Record']);
  const atTheSide = within(screen.getByRole('region', { name: 'Record' }));
  expect(atTheSide.getByText('Kauri Joinery')).toBeVisible();
  expect(atTheSide.getByRole('link', { name: '+61 491 570 156' })).toBeVisible();
  expect(screen.getAllByText('Kauri Joinery')).toHaveLength(1);
  expect(screen.queryByText('Secondary phone')).toBeNull();
});

test('the header says who has the lead at the lender, and how to reach them, if it is a person', () => {
  const jane = { name: 'Jane Roe', phone: '+64 9 888 0000', email: 'jane@lender.test' };
  for (const [value, text] of [
    [jane, /^With Jane Roe at the lender: call \+64 9 888 0000 or email$/],
    [{ ...jane, phone: '' }, /^With Jane Roe at the lender: email$/],
    ['Jane Roe', /^With Jane Roe at the lender$/],
  ] as const) {
    open({ ...named, internalBdmUser: value }, false);
    const said = screen.getByText('Jane Roe', { selector: 'li span span' }).closest('li');
    expect(said).toHaveTextContent(text);
    cleanup();
  }
  open({ ...named, internalBdmUser: jane }, false);
  expect(screen.getByRole('link', { name: /^call/ })).toHaveAttribute('href', 'tel:+6498880000');
  const email = screen.getByRole('link', { name: 'email Jane Roe' });
  expect(email).toHaveAttribute('href', 'mailto:jane@lender.test');
  cleanup();
  open({ ...named, internalBdmUser: 'bdm-1' }, false);
  expect(screen.queryByText(/at the lender/)).toBeNull();
  expect(screen.getByText('bdm-1')).toBeVisible();
});

test('the header has one time where the lead waits for as long as it has its status', () => {
  const since = new Date(Date.now() - 3 * 86_400_000).toISOString();
  const statuses = { status: 'With Broker', subStatus: '', statusSinceDate: since };
  open({ ...named, ...statuses, amountRequested: '80000' }, false);
  expect(screen.getByText('80,000')).toBeVisible();
  expect(screen.getAllByText('With Broker')).toHaveLength(1);
  expect(screen.getByText('Waiting on you').parentElement).toHaveTextContent(
    /^Waiting on you for 3 days$/,
  );
});

test('the header says that a lead waits on the partner while a request does, whatever its status says', () => {
  const statuses = { status: 'Work in progress', subStatus: 'Waiting on Customer' };
  open({ ...named, ...statuses }, false, {
    portalWait: { on: 'partner', status: 'a request', since: '' },
  });
  expect(screen.getByText('Waiting on you')).toBeVisible();
  expect(screen.queryByText('Waiting on the client')).toBeNull();
});

test('names a link for the client as such, and shows none that is the lead’s own page', () => {
  const bankStatementsUpdateLink = 'https://bank.lender.test/l1';
  open({ bankStatementsUpdateLink, applicationLink: `${location.origin}/leads/lead` }, false);
  expect(screen.getByText('Bank statement link for the client')).toBeInTheDocument();
  expect(screen.getAllByRole('link')).toHaveLength(1);
});

test('who may not edit has no Edit', () => {
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

test('a field is edited over its value, and the focus is back on its button', async () => {
  allowPopovers();
  const record = { ...empty, id: 'lead-1', fields: { ...empty.fields, ...named, notes: 'Call' } };
  const service = fakeLeadService(record);
  const user = open({ ...named, notes: 'Call', amountRequested: '5000.00' });
  const buttons = screen.getAllByRole('button', { name: /^Edit / });
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual([
    'Edit Amount requested',
    'Edit lead',
    'Edit Notes',
    'Edit Company name',
  ]);
  await user.click(screen.getByRole('button', { name: 'Edit Notes' }));
  const editor = within(await screen.findByRole('dialog', { name: 'Edit lead' }));
  const field = await editor.findByRole('textbox', { name: /^Notes/ });
  expect(field).toHaveFocus();
  await user.type(field, ' in May');
  await user.click(editor.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('button', { name: 'Edit Notes' })).toHaveFocus();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(service.sent).toEqual([[{ notes: 'Call in May' }, '"2"']]);
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
  await user.click(screen.getByRole('button', { name: 'Edit lead' }));
  const form = await screen.findByRole('form', { name: 'Edit lead' });
  expect(form.querySelectorAll('details[name="addresses"]')).toHaveLength(4);
  const opened = form.querySelectorAll('details[open]');
  expect(opened).toHaveLength(1);
  expect(opened[0]).toHaveTextContent('Business address4 Quay Street, Hobart');
  expect(within(form).getAllByText('Not filled in')).toHaveLength(2);
});

describe('editing', () => {
  const casey = {
    firstName: 'Casey',
    lastName: 'Placeholder',
    phone: '+61491570156',
    email: 'casey@kauri.test',
  };
  const record = { ...empty, id: 'lead-1', fields: { ...empty.fields, ...casey } };
  let service: FakeLeadService;
  beforeEach(() => {
    service = fakeLeadService(record);
  });

  async function edit() {
    const user = open(casey);
    await user.click(screen.getByRole('button', { name: 'Edit lead' }));
    return { user, phone: await screen.findByRole('textbox', { name: /^Phone/ }) };
  }

  async function retype(user: UserEvent, field: HTMLElement, text: string) {
    await user.clear(field);
    await user.paste(text);
  }

  test('sends nothing if nothing changed', async () => {
    const { user } = await edit();
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByRole('button', { name: 'Edit lead' })).toHaveFocus();
    expect(service.sent).toEqual([]);
  });

  test('asks before Cancel discards changes', async () => {
    const { user, phone } = await edit();
    await retype(user, phone, '+61491570157');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Keep editing' }),
    );
    expect(phone).toHaveValue('+61491570157');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(await screen.findByRole('button', { name: 'Edit lead' })).toBeVisible();
    expect(service.sent).toEqual([]);
  });

  test('shows the service’s error at its field', async () => {
    const fields = { phone: 'Not this one.' };
    const invalid = { error: 'Correct one field.', code: 'invalid-fields', fields };
    service.rejections = [Response.json(invalid, { status: 400 })];
    const { user, phone } = await edit();
    await retype(user, phone, '+61491570157');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByRole('link', { name: 'Phone: Not this one.' })).toBeVisible();
    expect(phone).toHaveValue('+61491570157');
  });

  test('compares both values when another user changed the same field, and keeps the input', async () => {
    const stale = { error: 'Stale.', code: 'version-conflict' };
    service.rejections = [Response.json(stale, { status: 412 })];
    service.latest = {
      ...record,
      fields: { ...record.fields, phone: '+61491570158', email: 'casey@freight.test' },
    };
    const { user, phone } = await edit();
    await retype(user, phone, '+61491570157');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));

    expect(await screen.findByText(/Someone else changed this lead/)).toBeVisible();
    expect(
      screen.getByText(/Email: they changed casey@kauri.test to casey@freight.test/),
    ).toBeVisible();
    const mine = screen.getByRole('radio', { name: 'Use my value: +61491570157' });
    const theirs = screen.getByRole('radio', { name: 'Keep their value: +61491570158' });
    await waitFor(() => expect(mine).toBeChecked());
    const rebased = screen.getByRole('textbox', { name: /^Phone/ });
    expect(rebased).toHaveValue('+61491570157');
    await user.click(theirs);
    expect(rebased).toHaveValue('+61491570158');
    await user.click(mine);
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByRole('button', { name: 'Edit lead' })).toHaveFocus();
    expect(service.sent.at(-1)).toEqual([{ phone: '+61491570157' }, '"2"']);
  });
});
