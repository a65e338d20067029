import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';

import { type Session, specifiedCapabilities } from '#contract/portal/accounts.ts';
import { fakeSession, fakeView, renderPage } from '#src/testing/render-page.tsx';

import { Commands } from './commands.tsx';

const view = fakeView('deals', 'Large ones', 'amountMin=100000');

/** The paths that were requested. */
let requests: string[] = [];

beforeEach(() => {
  requests = [];
  Element.prototype.checkVisibility = () => true;
  vi.stubGlobal('fetch', async (path: string) => {
    requests.push(path);
    if (path === '/portal/views') return Response.json([view]);
    return Response.json({ records: [], isTolerant: false });
  });
});

const exportRows = vi.fn<() => void>();

function Page({ session }: { session: Session }) {
  const [isOpen, setOpen] = useState(false);
  const { pathname, search, hash } = useLocation();
  return (
    <>
      <main>
        <button type="button" data-command="export" onClick={exportRows}>
          Export 20 leads
        </button>
        <button type="button" data-command="filter">
          Filter
        </button>
        <section id="history" aria-label="History">
          <h2>History</h2>
        </section>
        <button type="button" onClick={() => setOpen(true)}>
          Search
        </button>
        <output>{pathname + search + hash}</output>
      </main>
      {isOpen && <Commands session={session} onSignOut={() => {}} onClose={() => setOpen(false)} />}
    </>
  );
}

async function open(session: Session) {
  renderPage(<Page session={session} />, session, '*', '/leads');
  const user = userEvent.setup();
  const choose = async (typed: string) => {
    await user.click(screen.getByRole('button', { name: 'Search' }));
    await user.type(screen.getByRole('combobox'), typed);
  };
  return { user, choose };
}

const options = () => screen.queryAllByRole('option').map((option) => option.textContent);

test.each([
  ['drafts', ['Drafts']],
  ['views', ['Changed since my last visitView of leads', 'Large onesView of deals']],
  ['export', ['Export 20 leads', 'Audit trail']],
  ['api key', ['API key']],
  ['docs', ['API documentationNew tab']],
  ['history', ['History', 'Audit trail']],
  ['shortcuts', ['Keyboard shortcuts']],
  ['status', ['Filter']],
])('an admin finds by %j: %j', async (typed, expected) => {
  const { choose } = await open(fakeSession('partner-admin'));
  await choose(typed);
  await waitFor(() => expect(options()).toEqual(expect.arrayContaining(expected)));
});

test.each([
  [1440, 'Go to'],
  [390, 'Pinned views'],
])(
  'in a window of %i px, where the side bar has pinned views or not, %j is first',
  async (width, first) => {
    vi.stubGlobal('innerWidth', width);
    const { user } = await open(fakeSession('broker'));
    await user.click(screen.getByRole('button', { name: 'Search' }));
    await screen.findByRole('option', { name: /^Large ones/ });
    expect(screen.getAllByRole('group')[0]).toHaveAccessibleName(first);
  },
);

test.each([
  ['broker', 'duplicates'],
  ['support', 'drafts'],
  ['support', 'reassign'],
] as const)('a %s does not find by %j', async (role, typed) => {
  const { choose } = await open(fakeSession(role));
  await choose(typed);
  expect(options()).toEqual([]);
});

test('in front of an existing service, only what is there is found, and nothing is asked', async () => {
  const { user } = await open(fakeSession('partner-admin', specifiedCapabilities));
  await user.click(screen.getByRole('button', { name: 'Search' }));
  const always = ['Leads', 'Deals', 'Bulk upload', 'People', 'Profile'];
  expect(options().slice(0, 5)).toEqual(always);
  expect(options().slice(-3)).toEqual(['Sign out', 'API key', 'API documentationNew tab']);
  expect(options().join()).not.toMatch(/Home|View|changes|Duplicates|Changed/);
  expect(requests).toEqual([]);
});

test('a button of the page is pressed once the menu is closed; a section takes the focus', async () => {
  const { user, choose } = await open(fakeSession('broker'));
  exportRows.mockImplementation(() => {
    expect(screen.queryByRole('dialog')).toBeNull();
  });
  await choose('export');
  await user.keyboard('{Enter}');
  expect(exportRows).toHaveBeenCalledOnce();
  await choose('history');
  await user.keyboard('{Enter}');
  expect(screen.getByRole('heading', { name: 'History' })).toHaveFocus();
  expect(screen.getByRole('status').textContent).toBe('/leads');
});

test.each([
  ['api key', '/profile#api-key'],
  ['past exports', '/audit'],
  ['large', '/deals?amountMin=100000'],
])('%j leads to %s', async (typed, address) => {
  const { user, choose } = await open(fakeSession('partner-admin'));
  await choose(typed);
  await waitFor(() => expect(options()).toHaveLength(1));
  await user.keyboard('{Enter}');
  expect(screen.getByText(address)).toBeVisible();
});
