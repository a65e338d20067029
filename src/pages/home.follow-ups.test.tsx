import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';

import { localDay } from '#src/lib/days.ts';
import { emptyHome, todoOf, waitingDeal } from '#src/testing/home-page.ts';
import { fakeSession, openMenu, question, renderPage } from '#src/testing/render-page.tsx';

import { Component } from './home.tsx';

test('a row is followed up later: it goes, the focus is on what is next, and its day at the side', async () => {
  let home = {
    ...emptyHome,
    ...todoOf(waitingDeal, { ...waitingDeal, id: 'd2', name: 'Old Mill' }),
  };
  let isDown = true;
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (path: string, { body = '' }: { body?: string }) => {
    if (path !== '/portal/deals/d1/follow-up') return Response.json(home);
    if (isDown) return Response.json({ error: 'Try again.', code: 'internal' }, { status: 500 });
    const { day } = JSON.parse(body);
    sent.push(day);
    home = {
      ...emptyHome,
      ...todoOf({ ...waitingDeal, id: 'd2', name: 'Old Mill' }),
      followUps: [{ type: 'deal', id: 'd1', name: 'Kauri Joinery', day }],
    };
    return new Response(null, { status: 204 });
  });
  renderPage(<Component />, fakeSession('broker'), '/home');
  const menu = within(openMenu(await screen.findByRole('button', { name: 'More: Kauri Joinery' })));
  expect(menu.queryByRole('button', { name: 'Clear follow-up' })).toBeNull();
  await userEvent.click(menu.getByRole('button', { name: /^In three days/ }));
  await menu.findByText('Try again.');
  isDown = false;
  await userEvent.click(menu.getByRole('button', { name: /^In three days/ }));
  await screen.findByRole('button', { name: 'Clear follow-up: Kauri Joinery' });
  expect(screen.getByRole('link', { name: 'Open Old Mill' })).toHaveFocus();
  expect(sent).toEqual([localDay(new Date().toISOString(), 3 * 86_400_000)]);
});

test('a follow-up whose day has come says so, with a call, whoever the record waits for', async () => {
  const today = localDay(new Date().toISOString(), 0);
  const client = { leadId: 'l1', phone: '+61491570156', email: '' };
  const quiet = { ...waitingDeal, status: 'In Progress', subStatus: 'Scrubbing', client };
  const records = [
    { ...quiet, followUp: today, due: 'today' as const },
    {
      ...waitingDeal,
      id: 'd2',
      followUp: today,
      due: 'overdue' as const,
      request: { ...question, dueDate: '2026-01-02' },
    },
  ];
  vi.stubGlobal('fetch', async () => Response.json({ ...emptyHome, ...todoOf(...records) }));
  renderPage(<Component />, fakeSession('broker'), '/home');
  await screen.findByRole('button', { name: 'Call +61 491 570 156' });
  expect(screen.getByText('your reminder')).not.toHaveAttribute('data-late');
  // An earlier day of the lender counts.
  expect(screen.getByText(/^was due/)).toHaveAttribute('data-late');
});

test('after a call, one press says what became of it, and the focus is on what is next', async () => {
  const client = { leadId: 'l1', phone: '+61491570156', email: 'mia@client.test' };
  const called = { ...waitingDeal, client, subStatus: 'Received', type: 'lead' as const };
  const records = ['l1', 'l2', 'l3'].map((id) => ({ ...called, id, name: `Client ${id}` }));
  let home = { ...emptyHome, ...todoOf(...records, waitingDeal) };
  let isDown = true;
  const sent: unknown[] = [];
  const keys: unknown[] = [];
  vi.stubGlobal('fetch', async (path: string, init: { body?: string; headers?: Headers }) => {
    const [, id] = /^\/portal\/leads\/(\w+)\/outcome$/.exec(path) ?? [];
    if (id === undefined) return Response.json(home);
    keys.push(init.headers?.get('idempotency-key'));
    if (isDown) return Response.json({ error: 'Try again.', code: 'internal' }, { status: 500 });
    const body = JSON.parse(init.body ?? '');
    sent.push([id, body]);
    if (body.outcome !== 'reached') {
      const left = home.todo.records.filter((one) => one.id !== id);
      home = { ...emptyHome, ...todoOf(...left) };
    }
    return Response.json({ day: body.followUp ?? null });
  });
  renderPage(<Component />, fakeSession('broker'), '/home');
  const rowOf = async (name: string) =>
    within((await screen.findByRole('link', { name })).closest('li') ?? document.body);
  const press = async (row: Awaited<ReturnType<typeof rowOf>>, name: RegExp) =>
    userEvent.click(row.getByRole('button', { name }));
  const first = await rowOf('Client l1');
  await press(first, /^Call/);
  await press(first, /^No answer, tomorrow/);
  await first.findByText('Try again.');
  isDown = false;
  await press(first, /^No answer, tomorrow/);
  // The row goes, and the next one has the focus.
  await waitFor(() => expect(screen.queryByText('Client l1')).toBeNull());
  const second = await rowOf('Client l2');
  expect(second.getByRole('button', { name: /^Call/ })).toHaveFocus();
  // Tried again, it is the same request.
  expect(keys[1]).toBe(keys[0]);
  await press(second, /^Call/);
  await press(second, /^Reached/);
  const third = await rowOf('Client l3');
  await waitFor(() => expect(third.getByRole('button', { name: /^Call/ })).toHaveFocus());
  expect(second.queryByText('How did it go?')).toBeNull();
  await press(third, /^Call/);
  await press(third, /^With a note/);
  await userEvent.keyboard('All sent.');
  await press(third, /^Done, back to the lender/);
  await waitFor(() => expect(screen.queryByText('Client l3')).toBeNull());
  expect(sent).toEqual([
    [
      'l1',
      {
        outcome: 'no-answer',
        note: '',
        followUp: localDay(new Date().toISOString(), 86_400_000),
      },
    ],
    ['l2', { outcome: 'reached', note: '' }],
    ['l3', { outcome: 'handed-back', note: 'All sent.' }],
  ]);
  expect(new Set(keys).size).toBe(3);
});
