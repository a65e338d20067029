import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  createMemoryRouter,
  Outlet,
  RouterProvider,
  useLocation,
  useParams,
  useSearchParams,
} from 'react-router';
import { expect, test } from 'vitest';

import { parseQuery } from '#contract/query-string.ts';
import { lead } from '#contract/v1/lead-records.ts';
import { emptyResponse } from '#contract/v1/records.ts';
import { leadSource } from '#src/api/records/leads.ts';
import { sessionQuery } from '#src/api/session.ts';
import { RecordNeighbours } from '#src/features/records/neighbours/record-neighbours.tsx';
import { Shortcuts } from '#src/features/shortcuts/shortcuts.tsx';
import { fakeSession } from '#src/testing/render-page.tsx';
import { renderWithQueries } from '#src/testing/render.tsx';
import { PageHeader } from '#src/ui/layout/page-header.tsx';
import { Table } from '#src/ui/table/table.tsx';

/** Two pages of leads, as the service returned them. */
const pages = [
  ['Ada', 'Ben'],
  ['Cleo', 'Dora'],
];
const empty = emptyResponse(lead);
const searchOf = (page: number) =>
  parseQuery(leadSource.pageSchema, new URLSearchParams({ page: String(page), pageSize: '2' }));

function LeadsPage() {
  const [params] = useSearchParams();
  return (
    <>
      <PageHeader title="Leads" />
      <Table
        label="Leads"
        columns={[{ header: 'Client', cell: (name: string) => name }]}
        rows={pages[Number(params.get('page') ?? 1) - 1]}
        getRowPath={(name) => `/leads/${name}`}
      />
    </>
  );
}

function LeadPage() {
  const { id = '' } = useParams();
  return <PageHeader title={id} actions={<RecordNeighbours id={id} source={leadSource} />} />;
}

function Frame() {
  const { pathname } = useLocation();
  return (
    <>
      <main key={pathname}>
        <Outlet />
      </main>
      <Shortcuts mayCreate canSearchAll />
    </>
  );
}

function open(address: string | { pathname: string; state: unknown }) {
  const lists = pages.map((names, index) => {
    const rows = names.map((id) => ({ ok: true as const, record: { ...empty, id }, extra: {} }));
    const page = { rows, total: 4, next: undefined, prev: undefined };
    return [leadSource.query(searchOf(index + 1)).queryKey, page] as const;
  });
  const children = [
    { path: '/leads', element: <LeadsPage /> },
    { path: '/leads/:id', element: <LeadPage /> },
  ];
  const router = createMemoryRouter([{ element: <Frame />, children }], {
    initialEntries: [address],
  });
  const session = [sessionQuery.queryKey, fakeSession('broker')] as const;
  renderWithQueries(<RouterProvider router={router} />, [session, ...lists]);
  return { router, user: userEvent.setup() };
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

test('a lead opened from a list has links and keys to its neighbours; Back returns to the row', async () => {
  const { router, user } = open('/leads?pageSize=2');
  await user.keyboard('j{Enter}');
  expect(await heading('Ada')).toBeVisible();
  await user.click(await screen.findByRole('link', { name: 'Next lead' }));
  expect(await heading('Ben')).toBeVisible();
  await screen.findByRole('link', { name: 'Previous lead' });
  await user.keyboard('k');
  expect(await heading('Ada')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Previous lead' })).toBeNull();
  await screen.findByRole('link', { name: 'Next lead' });
  await user.keyboard('j');
  expect(await heading('Ben')).toBeVisible();
  await act(async () => router.navigate(-1));
  expect(screen.getByRole('link', { name: 'Ben' })).toHaveFocus();
});

test('beyond the end of a page the next page follows, to which Back returns then', async () => {
  const { router, user } = open('/leads?pageSize=2');
  await user.click(screen.getByRole('link', { name: 'Ben' }));
  await user.click(await screen.findByRole('link', { name: 'Next lead' }));
  expect(await heading('Cleo')).toBeVisible();
  await act(async () => router.navigate(-1));
  expect(await screen.findByRole('link', { name: 'Cleo' })).toHaveFocus();
  expect(router.state.location.search).toBe('?page=2&pageSize=2');
});

test('a lead that was not opened from a list has no neighbours', async () => {
  const { user } = open('/leads/Ada');
  await user.keyboard('j');
  expect(await heading('Ada')).toBeVisible();
  expect(screen.queryByRole('navigation')).toBeNull();
});

test('a lead opened among others has those beside it, leads and deals, on every page', async () => {
  const state = { among: ['/leads/Cleo', '/leads/Ada', '/leads/Ben', '/deals/Ada'] };
  const { router, user } = open({ pathname: '/leads/Ada', state });
  await user.keyboard('j');
  expect(await heading('Ben')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Next deal' })).toHaveAttribute('href', '/deals/Ada');
  await user.keyboard('k');
  expect(await heading('Ada')).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Previous lead' }));
  expect(await heading('Cleo')).toBeVisible();
  expect(router.state.location).toMatchObject({ search: '', state });
  expect(screen.queryByRole('link', { name: /^Previous/ })).toBeNull();
});
