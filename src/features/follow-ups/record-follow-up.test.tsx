import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';

import { fakeSession, openMenu, renderPage } from '#src/testing/render-page.tsx';

import { RecordFollowUp } from './record-follow-up.tsx';

test('the page of a record shows the day on which one follows it up, sets and clears it', async () => {
  let day: string | null = null;
  let handedBackAt: string | null = null;
  let isDown = true;
  vi.stubGlobal(
    'fetch',
    async (path: string, { method, body = '' }: { method: string; body?: string }) => {
      expect(path).toBe('/portal/deals/d1/follow-up');
      if (method === 'GET') return Response.json({ day, handedBackAt });
      if (isDown) return Response.json({ error: 'Try again.', code: 'internal' }, { status: 500 });
      day = method === 'PUT' ? JSON.parse(body).day : null;
      return new Response(null, { status: 204 });
    },
  );
  renderPage(<RecordFollowUp type="deal" id="d1" />, fakeSession('broker'));
  openMenu(await screen.findByRole('button', { name: 'Follow up later' }));
  expect(screen.queryByRole('button', { name: 'Clear follow-up' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: /^Tomorrow/ }));
  await screen.findByRole('alert');
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: /^Tomorrow/ }));
  await screen.findByRole('button', { name: 'Follow up tomorrow' });
  await userEvent.type(screen.getByLabelText('Follow up on'), '2999-01-04');
  await userEvent.click(screen.getByRole('button', { name: 'Set' }));
  await screen.findByRole('button', { name: /^Follow up on .*2999/ });
  expect(day).toBe('2999-01-04');
  await userEvent.click(screen.getByRole('button', { name: 'Clear follow-up' }));
  await screen.findByRole('button', { name: 'Follow up later' });
  await waitFor(() => expect(day).toBeNull());
  cleanup();
  handedBackAt = new Date().toISOString();
  renderPage(<RecordFollowUp type="deal" id="d1" />, fakeSession('broker'));
  await screen.findByText(/^Handed back to the lender just now/);
});
