import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';

import { lead, type Lead } from '#contract/v1/lead-records.ts';
import { emptyResponse } from '#contract/v1/records.ts';
import { type FakeLeadService, fakeLeadService } from '#src/testing/fake-lead-service.ts';
import { fakeSession, renderPage } from '#src/testing/render-page.tsx';

import { LeadView } from './lead-view.tsx';

const empty = emptyResponse(lead);
const record: Lead = {
  ...empty,
  id: 'lead',
  fields: {
    ...empty.fields,
    firstName: 'Casey',
    lastName: 'Placeholder',
    phone: '+61491570156',
    email: 'casey@kauri.test',
  },
};

let service: FakeLeadService;
beforeEach(() => {
  service = fakeLeadService(record);
});

function open() {
  const element = (
    <LeadView
      isSupport={false}
      stageTime={null}
      changed={new Set()}
      lead={{ record, etag: '"1"' }}
      extra={{}}
      may={{ edit: true, reassign: false }}
      attachments={null}
      history={null}
    />
  );
  renderPage(element, fakeSession('broker'));
  return userEvent.setup();
}

async function edit() {
  const user = open();
  await user.click(screen.getByRole('button', { name: 'Edit lead' }));
  return { user, phone: await screen.findByRole('textbox', { name: /^Phone/ }) };
}

async function retype(user: ReturnType<typeof userEvent.setup>, field: HTMLElement, text: string) {
  await user.clear(field);
  await user.type(field, text);
}

test('focuses the first field, sends only what changed, and returns the focus to the button', async () => {
  const { user, phone } = await edit();
  expect(screen.getByRole('textbox', { name: /First name/ })).toHaveFocus();
  await retype(user, phone, '+61 491 570 157');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByRole('button', { name: 'Edit lead' })).toHaveFocus();
  expect(service.sent).toEqual([[{ phone: '+61491570157' }, '"1"']]);
});

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
