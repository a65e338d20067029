import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createElement, type ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, test } from 'vitest';

import { searchedMark } from '#src/lib/page-elements.ts';
import { sendsAtOnce, TodoList, todoMark, TodoRow } from '#src/ui/layout/todo-list.tsx';

import { ShortcutsSection } from './shortcuts-section.tsx';
import { isHelpOpen, singleKeys } from './shortcuts-setting.ts';
import { Shortcuts } from './shortcuts.tsx';

beforeEach(() => {
  isHelpOpen.set(false);
  singleKeys.set('on');
  Element.prototype.checkVisibility = function isVisible(this: Element) {
    return !this.hasAttribute('hidden');
  };
});

/** A table of leads, with a box to select each or without. */
const rows = (canSelect: boolean, ...names: string[]) => (
  <table>
    <tbody>
      {names.map((name) => (
        <tr key={name}>
          <td>{canSelect && <input type="checkbox" aria-label={`Select ${name}`} />}</td>
          <th scope="row">
            <a href={`/leads/${name}`}>{name}</a>
          </th>
        </tr>
      ))}
    </tbody>
  </table>
);

function open(mayCreate = true) {
  const page = (
    <>
      <main>
        <input type="search" aria-label="Search leads" {...{ [searchedMark]: '' }} />
        {rows(true, 'Ada', 'Ben', 'Cleo')}
        <section data-selected-actions>
          <button type="button" hidden>
            Select this page
          </button>
          <button type="button">Reassign…</button>
        </section>
        <div role="grid" tabIndex={0} aria-label="Rows" />
        <ShortcutsSection />
      </main>
      <Shortcuts mayCreate={mayCreate} canSearchAll />
    </>
  );
  const router = createMemoryRouter([
    { path: '/', element: page },
    { path: '/leads/new', element: <Shortcuts mayCreate={mayCreate} canSearchAll /> },
  ]);
  render(<RouterProvider router={router} />);
  return { user: userEvent.setup(), router };
}

const row = (name: string) => screen.getByRole('link', { name });

test('J and K move between the rows, and stop at the ends', async () => {
  const { user } = open();
  await user.keyboard('j');
  expect(row('Ada')).toHaveFocus();
  await user.keyboard('jjj');
  expect(row('Cleo')).toHaveFocus();
  await user.keyboard('k');
  expect(row('Ben')).toHaveFocus();
});

test('X selects the row, and its checkbox takes no letters', async () => {
  const { user } = open();
  await user.keyboard('jx');
  expect(screen.getByRole('checkbox', { name: 'Select Ada' })).toBeChecked();
  await user.click(screen.getByRole('checkbox', { name: 'Select Ben' }));
  await user.keyboard('jx');
  expect(row('Cleo')).toHaveFocus();
  expect(screen.getByRole('checkbox', { name: 'Select Cleo' })).toBeChecked();
});

test('A goes to the actions for what is selected', async () => {
  const { user } = open();
  await user.keyboard('a');
  expect(screen.getByRole('button', { name: 'Reassign…' })).toHaveFocus();
});

test('the slash focuses the search, where letters are typed', async () => {
  const { user, router } = open();
  await user.keyboard('/');
  const search = screen.getByRole('searchbox');
  expect(search).toHaveFocus();
  await user.keyboard('jn?/');
  expect(search).toHaveValue('jn?/');
  expect(router.state.location.pathname).toBe('/');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('N opens the form for a new lead, for those who may create leads', async () => {
  const { user, router } = open();
  await user.keyboard('n');
  expect(router.state.location.pathname).toBe('/leads/new');
});

test('N does nothing for those who may not create leads, and the help does not name it', async () => {
  const { user, router } = open(false);
  await user.keyboard('n');
  expect(router.state.location.pathname).toBe('/');
  await user.keyboard('?');
  expect(screen.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  expect(screen.queryByText('New lead')).toBeNull();
});

test('the help closes, and no shortcut acts while it is open', async () => {
  const { user, router } = open();
  await user.keyboard('?');
  expect(screen.getByText('New lead')).toBeVisible();
  await user.keyboard('n');
  expect(router.state.location.pathname).toBe('/');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('J and K move between what is to be done, and its letter does it', async () => {
  const pressed: string[] = [];
  const todo = ['Call 0491 570 156', 'Answer', 'Open'].map((label) => (
    <TodoRow key={label} title={label} note="">
      <button type="button" {...todoMark} onClick={() => pressed.push(label)}>
        {label}
      </button>
      <button type="button">Other actions</button>
    </TodoRow>
  ));
  // What is sent at once is pressed, not typed.
  todo.push(
    <TodoRow key="Send" title="Send" note="">
      <button type="button" {...todoMark} {...sendsAtOnce} onClick={() => pressed.push('Send')}>
        Send 2 files
      </button>
    </TodoRow>,
  );
  const page = (
    <>
      <main>
        <TodoList>{todo}</TodoList>
      </main>
      <Shortcuts mayCreate canSearchAll />
    </>
  );
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element: page }])} />);
  await userEvent.keyboard('c');
  expect(pressed).toEqual([]);
  await userEvent.keyboard('jca');
  await userEvent.keyboard('jca');
  expect(pressed).toEqual(['Call 0491 570 156', 'Answer']);
  await userEvent.tab();
  await userEvent.keyboard('kkc');
  expect(pressed).toEqual(['Call 0491 570 156', 'Answer', 'Call 0491 570 156']);
  await userEvent.keyboard('jjjs');
  expect(pressed).toHaveLength(3);
  await userEvent.keyboard('?');
  expect(screen.getByRole('dialog')).toHaveTextContent(/In a list to work off.*first letter/);
});

/** Opens the help on a page. Returns its texts about keys. */
async function helpOn(path: string, page: ReactNode, canSearchAll = true) {
  const all = (
    <>
      <main>{page}</main>
      <Shortcuts mayCreate={false} canSearchAll={canSearchAll} />
    </>
  );
  const router = createMemoryRouter([{ path, element: all }], { initialEntries: [path] });
  render(<RouterProvider router={router} />);
  await userEvent.keyboard('?');
  return screen.getByRole('dialog').textContent;
}

test('the help names the keys that do something on the page: of a list with search and selection', async () => {
  const search = <input type="search" aria-label="Search leads" {...{ [searchedMark]: '' }} />;
  const help = await helpOn(
    '/leads',
    <>
      {search}
      {rows(true, 'Ada')}
    </>,
  );
  expect(help).toMatch(
    /Search everything.*In a list\/Search.*first row.*Next row.*beside the list.*Select nothing/,
  );
  expect(help).not.toMatch(/On a lead|have more/);
});

test('without search and selection, as in front of an existing service, the help names neither', async () => {
  const help = await helpOn('/leads', rows(false, 'Ada'), false);
  expect(help).toMatch(/open a lead or deal by its ID.*Next row.*Previous row.*Open the row/);
  expect(help).not.toMatch(/Search|Clear the search|Select|actions for|Esc|On a lead/);
});

const search = <input type="search" aria-label="Search" {...{ [searchedMark]: '' }} />;
const link = (more: { rel?: string }) => (
  <a href="/leads/0" {...more}>
    One
  </a>
);

test.each([
  {
    on: 'a table that is no list',
    path: '/bulk-uploads',
    has: rows(false, 'Ada'),
    named: /Clear the search.*Next row.*Open the row/,
    not: /first row|beside the list/,
  },
  {
    on: 'a record with a table',
    path: '/leads/1',
    has: [rows(false, 'Ada'), link({ rel: 'prev' })],
    named: /Previous one/,
    not: /first row|Next row|Previous row|beside the list/,
  },
])('on $on the help leaves out the keys that do nothing there', async (page) => {
  const help = await helpOn(page.path, createElement('div', {}, search, ...[page.has].flat()));
  expect(help).toMatch(page.named);
  expect(help).not.toMatch(page.not);
});

test('on a record the help names its neighbours, and elsewhere where further keys are', async () => {
  const next = (
    <a rel="next" href="/leads/2">
      Next
    </a>
  );
  expect(await helpOn('/leads/1', next)).toMatch(/On a lead or dealJNext oneSingle keys/);
  cleanup();
  expect(await helpOn('/profile', null)).toMatch(/Show these shortcutsLists, leads and deals have/);
});

test.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { shiftKey: true }])(
  'a letter with a modifier is no shortcut: %o',
  (modifier) => {
    open();
    fireEvent.keyDown(document.body, { key: 'j', ...modifier });
    expect(document.body).toHaveFocus();
  },
);

test('in a grid the keys are the grid’s', async () => {
  const { user } = open();
  screen.getByRole('grid').focus();
  await user.keyboard('j');
  expect(screen.getByRole('grid')).toHaveFocus();
});

test('switched off, no key acts, and that is remembered', async () => {
  const { user } = open();
  await user.click(screen.getByRole('checkbox', { name: 'Use single keys as shortcuts' }));
  expect(singleKeys.get()).toBe('off');
  expect(localStorage.getItem('shortcuts')).toBe('off');
  screen.getByRole('checkbox', { name: 'Use single keys as shortcuts' }).blur();
  await user.keyboard('j?');
  expect(document.body).toHaveFocus();
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show shortcuts' }));
  expect(screen.getByText(/Single keys are switched off/)).toBeVisible();
});
