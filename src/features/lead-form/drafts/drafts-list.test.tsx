import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';

import type { ListedDraft } from '#contract/portal/new-lead/new-lead.ts';
import { draftsQuery } from '#src/api/new-lead/drafts.ts';
import { renderWithQueries, renderWithRoutes } from '#src/testing/render.tsx';
import { stubFetch } from '#src/testing/stub-fetch.ts';

import { DiscardDialog } from './draft-notices.tsx';
import { DraftsList } from './drafts-list.tsx';

const draft: ListedDraft = {
  id: 'draft-1',
  client: 'Tama Ngata',
  company: '',
  updatedAt: '2026-11-22T10:00:00.000Z',
  expiresAt: '2026-12-22T10:00:00.000Z',
};

test('what was read before is shown while the list is read again; that there was none is not', async () => {
  stubFetch(async () => new Promise(() => {}));
  renderWithRoutes(<DraftsList />, [[draftsQuery.queryKey, [draft]]]);
  expect(screen.getByRole('link', { name: 'Tama Ngata' })).toBeVisible();
  cleanup();
  renderWithRoutes(<DraftsList />, [[draftsQuery.queryKey, []]]);
  expect(screen.getByRole('table', { name: 'Drafts' })).toHaveAttribute('aria-busy', 'true');
  expect(screen.queryByText('No drafts')).toBeNull();
});

test('a draft that was discarded elsewhere leaves the list, and the focus goes to the heading', async () => {
  const user = userEvent.setup();
  let drafts = [draft, { ...draft, id: 'draft-2', client: 'Bo Reed' }];
  const gone = { error: 'This draft doesn’t exist.', code: 'not-found' };
  stubFetch((_, { method = 'GET' }) =>
    method === 'GET' ? drafts : Response.json(gone, { status: 404 }),
  );
  renderWithRoutes(
    <>
      <h1 tabIndex={-1}>Drafts</h1>
      <DraftsList />
    </>,
  );
  await user.click(await screen.findByRole('button', { name: 'Discard the draft: Bo Reed' }));
  drafts = [draft];
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Bo Reed' })).toBeNull());
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('heading', { name: 'Drafts' })).toHaveFocus();
});

test('the draft that was asked about is discarded, also if the rows changed places meanwhile', async () => {
  const user = userEvent.setup();
  const other = { ...draft, id: 'draft-2', client: 'Bo Reed' };
  let drafts = [draft, other];
  const discarded: string[] = [];
  stubFetch((url, { method = 'GET' }) => {
    if (method === 'GET') return drafts;
    discarded.push(url);
    return new Response(null, { status: 204 });
  });
  renderWithRoutes(<DraftsList />);
  await user.click(await screen.findByRole('button', { name: 'Discard the draft: Bo Reed' }));
  // As when another tab has saved one of them, and this one is looked at again.
  drafts = [other, draft];
  act(() => void window.dispatchEvent(new Event('visibilitychange')));
  await waitFor(() =>
    expect(screen.getAllByRole('link', { hidden: true })[0]).toHaveTextContent('Bo Reed'),
  );
  screen.getByText('What you typed for “Bo Reed” is deleted. This can’t be undone.');
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(discarded).toEqual(['/portal/drafts/draft-2']));
});

test('a second press while the draft is still being saved discards nothing twice', async () => {
  const user = userEvent.setup();
  const before = vi.fn(async () => new Promise<void>(() => {}));
  renderWithQueries(
    <DiscardDialog id="draft-1" before={before} onClose={() => {}} onDiscarded={() => {}} />,
  );
  await user.dblClick(screen.getByRole('button', { name: 'Discard' }));
  expect(before).toHaveBeenCalledTimes(1);
});
