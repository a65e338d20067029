import { act, configure, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, useLocation, useNavigate } from 'react-router';
import { expect, test, vi } from 'vitest';

import { DraftsList } from '#src/features/lead-form/drafts/drafts-list.tsx';
import {
  button,
  created,
  fill,
  input,
  service,
  startFakeService,
} from '#src/testing/new-lead-page.tsx';
import { fakeSession, renderPage } from '#src/testing/render-page.tsx';

import { Component } from './new-lead.tsx';

startFakeService();

/** Waits until typed text is sent to be saved. */
const pause = async () => act(() => vi.advanceTimersByTimeAsync(2_000));

const time = new Date().toISOString();
const listed = (id: string) => {
  const names = { client: 'Aroha', company: '' };
  return { id, ...names, updatedAt: time, expiresAt: time };
};

/** Responds otherwise to requests for all drafts, or later. */
function respondToDrafts(respond: (init: RequestInit) => Promise<Response | void>): void {
  const serve = fetch;
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const response = address === '/portal/drafts' ? await respond(init) : undefined;
    return response ?? serve(address, init);
  });
}

async function press(element: HTMLElement) {
  await act(async () => {
    element.click();
    await vi.advanceTimersByTimeAsync(2_000);
  });
}

/** The page of a new lead and one with the list of drafts, with the buttons of a browser. */
function Browser() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return (
    <>
      <button onClick={() => void navigate(-1)}>Back</button>
      <button onClick={() => void navigate(1)}>Forward</button>
      <output aria-label="Query">{search}</output>
      {pathname === '/leads/new' ? (
        <Component />
      ) : (
        <>
          <Link to="/leads/new">Open the form</Link>
          <DraftsList />
        </>
      )}
    </>
  );
}

async function openForm() {
  configure({ defaultHidden: true });
  renderPage(<Browser />, fakeSession('broker'), '*', '/');
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  await press(screen.getByText('Open the form'));
  await screen.findByLabelText('First name');
  const leaveAndReturn = async () => {
    await press(button('Back'));
    await screen.findByText('Open the form');
    await press(button('Forward'));
    await screen.findByLabelText('First name');
  };
  return { user, leaveAndReturn };
}

test('Forward shows what was typed, whether it has been saved yet or not', async () => {
  const { promise: isUp, resolve: start } = Promise.withResolvers<void>();
  respondToDrafts(async ({ method }) => (method === 'POST' ? isUp : undefined));
  const { user, leaveAndReturn } = await openForm();
  await fill(user, 'First name', 'Aroha');
  const shown = screen.getByLabelText('Query');
  await waitFor(() => expect(shown).toHaveTextContent(/^\?draft=[0-9a-f]{32}$/));
  const query = shown.textContent;

  await leaveAndReturn();
  expect(input('First name')).toHaveValue('Aroha');
  expect(service.drafts.size).toBe(0);
  start();
  await pause();
  await screen.findByText(/^Saved /);
  await leaveAndReturn();
  expect(input('First name')).toHaveValue('Aroha');
  expect(screen.getByLabelText('Query')).toHaveTextContent(query);
  expect(service.drafts.size).toBe(1);
});

test('a draft that is saved long after its form was left is in the list that was read before', async () => {
  const { promise: isUp, resolve: start } = Promise.withResolvers<void>();
  respondToDrafts(async ({ method }) =>
    method === 'POST' ? isUp : Response.json([...service.drafts.keys()].map(listed)),
  );
  const { user } = await openForm();
  await fill(user, 'First name', 'Aroha');
  await pause();
  await press(button('Back'));
  await screen.findByText('No drafts');
  // The form waits for its draft for 3 seconds only.
  for (let waits = 0; waits < 3; waits += 1) await pause();
  start();
  await screen.findByRole('link', { name: 'Aroha' });
  expect(screen.queryByText('No drafts')).toBeNull();
});

test('a draft that became a lead is not in the list that was read before', async () => {
  let isListRead = true;
  const name = { firstName: 'Aroha', lastName: 'Ngata' };
  const texts = { ...name, phone: '+61491570006', companyName: 'Tui' };
  const content = { texts, businessCountry: null, sent: null, rejections: 0 };
  service.drafts.set('d1', { id: 'd1', content, leadId: null, updatedAt: time });
  service.responses = [created()];
  respondToDrafts(async () =>
    isListRead ? Response.json([listed('d1')]) : new Promise<Response>(() => {}),
  );
  configure({ defaultHidden: true });
  renderPage(<Browser />, fakeSession('broker'), '*', '/');
  await press(await screen.findByRole('link', { name: 'Aroha' }));
  await screen.findByLabelText('First name');
  await press(button('Submit lead'));
  await screen.findByRole('heading', { name: 'Lead submitted' });
  isListRead = false;
  await press(button('Back'));
  await screen.findByText('Open the form');
  expect(screen.queryByRole('link', { name: 'Aroha' })).toBeNull();
});

test('Forward to a form whose text was deleted before it was saved shows an empty form', async () => {
  const { user, leaveAndReturn } = await openForm();
  await fill(user, 'First name', 'A');
  await user.clear(input('First name'));
  await leaveAndReturn();
  expect(input('First name')).toHaveValue('');
  await fill(user, 'First name', 'Mere');
  await pause();
  await screen.findByText(/^Saved /);
  expect([...service.drafts.values()]).toMatchObject([
    { content: { texts: { firstName: 'Mere' } } },
  ]);
});

test('where there are too many drafts, they open beside the form, which is saved once it is returned to', async () => {
  let isFull = true;
  const full = { error: 'You have 50 drafts.', code: 'too-many-drafts' };
  respondToDrafts(async ({ method }) =>
    isFull && method === 'POST' ? Response.json(full, { status: 409 }) : undefined,
  );
  const { user } = await openForm();
  await fill(user, 'First name', 'Aroha');
  await pause();
  const link = await screen.findByRole('link', { name: 'View drafts in a new tab' });
  expect(link).toHaveAttribute('href', '/leads/drafts');
  expect(link).toHaveAttribute('target', '_blank');
  isFull = false;
  document.dispatchEvent(new Event('visibilitychange'));
  await screen.findByText(/^Saved /);
  expect(screen.queryByRole('link', { name: 'View drafts in a new tab' })).toBeNull();
});
