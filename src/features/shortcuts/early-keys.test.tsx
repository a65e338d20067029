import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, test } from 'vitest';

import { rememberEarlyKeys } from './early-keys.ts';
import { isHelpOpen, switchShortcuts } from './shortcuts-setting.ts';
import { Shortcuts } from './shortcuts.tsx';

beforeEach(() => {
  isHelpOpen.set(false);
  switchShortcuts(true);
});

const opened: string[] = [];
const page = (
  <main>
    <input type="search" aria-label="Search leads" />
    <table>
      <tbody>
        {['Ada', 'Ben'].map((name) => (
          <tr key={name}>
            <th scope="row">
              <a
                href={`/leads/${name}`}
                onClick={(event) => {
                  event.preventDefault();
                  opened.push(name);
                }}
              >
                {name}
              </a>
            </th>
          </tr>
        ))}
      </tbody>
    </table>
  </main>
);

/** Shows the page, presses keys, and then loads the shortcuts. */
async function pressBeforeLoading(act: (user: ReturnType<typeof userEvent.setup>) => unknown) {
  opened.length = 0;
  const first = rememberEarlyKeys().then(() => true);
  render(page);
  await act(userEvent.setup());
  const isFirstPressed = await Promise.race([first, Promise.resolve(false)]);
  const router = createMemoryRouter([
    { path: '/', element: <Shortcuts mayCreate canSearchAll /> },
    { path: '/leads/new', element: null },
  ]);
  render(<RouterProvider router={router} />);
  return { isFirstPressed, router };
}

test('J and K pressed before the shortcuts are loaded act then, and Enter opens the row', async () => {
  const { isFirstPressed } = await pressBeforeLoading((user) => user.keyboard('jjk{Enter}'));
  expect(isFirstPressed).toBe(true);
  expect(screen.getByRole('link', { name: 'Ada' })).toHaveFocus();
  expect(opened).toEqual(['Ada']);
});

test('the question mark shows the help', async () => {
  await pressBeforeLoading((user) => user.keyboard('?'));
  expect(screen.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
});

test('after the slash, no key is a shortcut', async () => {
  const { router } = await pressBeforeLoading((user) => user.keyboard('/n'));
  expect(screen.getByRole('searchbox')).toHaveFocus();
  expect(router.state.location.pathname).toBe('/');
});

test('what is typed into a field is no shortcut, and a click makes earlier keys void', async () => {
  const { isFirstPressed, router } = await pressBeforeLoading(async (user) => {
    await user.type(screen.getByRole('searchbox'), 'n');
    await user.keyboard('{Control>}j{/Control}');
    screen.getByRole('searchbox').blur();
  });
  expect(isFirstPressed).toBe(false);
  expect(router.state.location.pathname).toBe('/');
  await pressBeforeLoading(async (user) => {
    await user.keyboard('j');
    await user.click(document.body);
  });
  expect(document.body).toHaveFocus();
});

test('switched off, no remembered key acts', async () => {
  switchShortcuts(false);
  await pressBeforeLoading((user) => user.keyboard('j?'));
  expect(document.body).toHaveFocus();
  expect(screen.queryByRole('dialog')).toBeNull();
});
