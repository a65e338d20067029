import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { act, useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, test } from 'vitest';

import { createStore, useStore } from '#src/lib/store.ts';
import { SearchBox } from '#src/ui/table/search-box.tsx';

import { singleKeys } from './shortcuts-setting.ts';
import { Shortcuts } from './shortcuts.tsx';

beforeEach(() => {
  singleKeys.set('on');
  loadedSearch.set('');
});

/** The words whose rows are loaded. */
const loadedSearch = createStore('');
const load = (text: string) => act(() => loadedSearch.set(text));

/** A list whose rows are loaded by {@link load}. */
function List() {
  const [q, setQ] = useState('');
  const loaded = useStore(loadedSearch);
  const names = ['Ada', 'Ben', 'Bert'].filter((name) => name.toLowerCase().startsWith(loaded));
  return (
    <main>
      <SearchBox label="Search leads" placeholder="Name" value={q} onSearch={setQ} />
      {names.length > 0 && (
        <table aria-busy={q !== loaded}>
          <tbody>
            {names.map((name) => (
              <tr key={name}>
                <th scope="row">
                  <a href={`/leads/${name}`}>{name}</a>
                </th>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Shortcuts mayCreate canSearchAll />
    </main>
  );
}

function open() {
  const router = createMemoryRouter([{ path: '/leads', element: <List /> }], {
    initialEntries: ['/leads'],
  });
  render(<RouterProvider router={router} />);
  return userEvent.setup();
}

const search = () => screen.getByRole('searchbox');
const row = (name: string) => screen.getByRole('link', { name });

test('Enter goes from the search to the first row that it finds, once it is loaded; J goes on', async () => {
  const user = open();
  await user.keyboard('/b{Enter}');
  expect(search()).toHaveFocus();
  load('b');
  await expect.poll(() => document.activeElement).toBe(row('Ben'));
  await user.keyboard('j');
  expect(row('Bert')).toHaveFocus();
});

test('the down arrow goes to the first row too, also while shortcuts are switched off', async () => {
  singleKeys.set('off');
  const user = open();
  await user.click(search());
  await user.keyboard('{ArrowDown}');
  expect(row('Ada')).toHaveFocus();
});

test('whoever goes on typing, or finds nothing, stays in the search', async () => {
  const user = open();
  await user.keyboard('/b{Enter}');
  await user.keyboard('e');
  load('b');
  await new Promise((resolve) => requestAnimationFrame(resolve));
  expect(search()).toHaveFocus();
  await user.clear(search());
  await user.keyboard('x{Enter}');
  load('x');
  await expect.poll(() => screen.queryByRole('table')).toBeNull();
  expect(search()).toHaveFocus();
});

test('Escape clears the words, and leaves the empty search', async () => {
  const user = open();
  await user.keyboard('/b{Escape}');
  expect(search()).toHaveValue('');
  expect(search()).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(document.body).toHaveFocus();
});
