import { act, render, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test, vi } from 'vitest';

import { type PageDraft, useDraftId } from './use-draft-id.ts';

function showDraft(address: string) {
  const report = vi.fn<(draft: PageDraft) => void>();
  function Page() {
    const draft = useDraftId();
    useEffect(() => report(draft));
    return <p>{draft.id}</p>;
  }
  const router = createMemoryRouter([{ path: '/', element: <Page /> }], {
    initialEntries: [address],
  });
  render(<RouterProvider router={router} />);
  const now = () => {
    const [draft] = report.mock.lastCall ?? [];
    if (!draft) throw new Error('The page is not rendered.');
    expect(screen.getByText(draft.id)).toBeInTheDocument();
    return draft;
  };
  const go = async (move: () => unknown) => act(async () => void move());
  return { now, go, router };
}

test('a new draft keeps its form when its id appears in the address, and another one is new', async () => {
  const { now, go, router } = showDraft('/');
  const first = now();
  expect(first).toMatchObject({ isNew: true, origin: first.id });
  await go(() => first.setStarted(first.id));
  expect(router.state.location.search).toBe(`?draft=${first.id}`);
  expect(now()).toMatchObject({ id: first.id, isNew: true, isStartedHere: true });

  await go(() => now().renew());
  const second = now();
  expect(second.id).not.toBe(first.id);
  // Even if it was never stored.
  await go(() => second.renew());
  expect(now().id).not.toBe(second.id);
  expect(now().isNew).toBe(true);
});

test('a draft that is kept as a new one has the origin of the one before', async () => {
  const { now, go, router } = showDraft('/?draft=a');
  expect(now()).toMatchObject({ id: 'a', isNew: false, origin: 'a' });
  await go(() => now().setStarted('b'));
  expect(now()).toMatchObject({ id: 'b', isNew: false, origin: 'a' });
  await go(() => now().setStarted('c'));
  expect(now()).toMatchObject({ id: 'c', origin: 'a' });
  await go(() => router.navigate('/?draft=d'));
  expect(now()).toMatchObject({ id: 'd', origin: 'd' });
});
