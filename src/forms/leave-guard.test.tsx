import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { type BlockerFunction, createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';

import { LeaveGuard } from './leave-guard.tsx';

const isOtherDraft: BlockerFunction = ({ currentLocation, nextLocation }) =>
  currentLocation.search !== nextLocation.search;

/** A page that would lose texts and files, until each is saved. */
function Page() {
  const [isSaved, setSaved] = useState(false);
  const [isSent, setSent] = useState(false);
  return (
    <>
      <LeaveGuard when={!isSaved} loss="Texts are not saved." />
      <LeaveGuard when={!isSent} loss="Files are not sent." isLeaving={isOtherDraft} />
      <button onClick={() => setSaved(true)}>Save</button>
      <button onClick={() => setSent(true)}>Send</button>
    </>
  );
}

function show() {
  const router = createMemoryRouter([{ path: '/', element: <Page /> }], {
    initialEntries: ['/?draft=1'],
  });
  render(<RouterProvider router={router} />);
  const go = async (to: string) => act(async () => router.navigate(to));
  return { go, router, user: userEvent.setup() };
}

test('asks once, names everything that would be lost, and follows the strictest guard', async () => {
  const { go, router, user } = show();
  await go('/?draft=2');
  const question = await screen.findByRole('dialog');
  expect(question).toHaveTextContent('Texts are not saved.Files are not sent.');
  await user.click(screen.getByRole('button', { name: 'Stay' }));
  expect(router.state.location.search).toBe('?draft=1');

  await user.click(screen.getByRole('button', { name: 'Save' }));
  await go('/?draft=2');
  expect(await screen.findByRole('dialog')).toHaveTextContent(/page\?Files are not sent\./);
  await user.click(screen.getByRole('button', { name: 'Leave' }));
  expect(router.state.location.search).toBe('?draft=2');

  await user.click(screen.getByRole('button', { name: 'Send' }));
  await go('/?draft=3');
  expect(router.state.location.search).toBe('?draft=3');
});
