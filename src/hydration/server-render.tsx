import '#src/app/content-policy.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';

import { pageAddresses } from '#contract/portal/addresses.ts';
import {
  findList,
  firstList,
  listQuery,
  serverRenderedStyle,
  type ServerRenderInput,
} from '#contract/portal/first-page/first-page.ts';
import { homeEndpoints } from '#contract/portal/home.ts';
import { parseQuery } from '#contract/query-string.ts';
import { type RecordListName, recordLists } from '#contract/v1/record-types.ts';
import { homeParameters, homeQuery } from '#src/api/home.ts';
import { dealSource } from '#src/api/records/deals.ts';
import { leadSource } from '#src/api/records/leads.ts';
import { supportedSearch } from '#src/api/records/list/list-search.ts';
import type { RecordSource } from '#src/api/records/list/record-source.ts';
import { sessionQuery } from '#src/api/session.ts';
import { Frame } from '#src/app/frame.tsx';
import { setReader } from '#src/lib/locale.ts';
import { setPortalName } from '#src/lib/portal-name.ts';
import { Component as DealsPage } from '#src/pages/deals.tsx';
import { Component as HomePage } from '#src/pages/home.tsx';
import { Component as LeadsPage } from '#src/pages/leads.tsx';
import { now } from '#src/ui/elements/now.ts';

/**
 * Runs in the service, built by scripts/build.ts: a page as HTML, from the components
 * that render it in the browser, as they render it first. What they load later is not there.
 */

const sources: Readonly<Record<RecordListName, RecordSource>> = {
  leads: leadSource,
  deals: dealSource,
};
const listPages: Readonly<Record<RecordListName, ComponentType>> = {
  leads: LeadsPage,
  deals: DealsPage,
};
const routes = [
  {
    Component: Frame,
    children: [
      ...recordLists.map((list) => ({ path: pageAddresses[list], Component: listPages[list] })),
      { path: pageAddresses.home, Component: HomePage },
    ],
  },
];

/** Returns the partner whose records the home page of support is narrowed to; empty for all. */
function findPartner({ address, session }: ServerRenderInput): string {
  if (session.account.role !== 'support') return '';
  return new URL(address, 'http://portal').searchParams.get('partner') ?? '';
}

/** See {@link ServerRenderer.homeAddress}. */
export function homeAddress(input: ServerRenderInput): string | undefined {
  const { timeZone, now: time } = input;
  if (timeZone === undefined) return undefined;
  const parameters = inTimeZone(timeZone, () => homeParameters(time, findPartner(input)));
  return `${homeEndpoints.readHome.path}?${parameters}`;
}

/** Returns a page as HTML; without its records, with their placeholders. */
export function renderOnServer(input: ServerRenderInput): string {
  setReader(input.languages, input.timeZone ?? '');
  setPortalName(input.portalName);
  now.set(input.now);
  const client = new QueryClient();
  client.setQueryData(sessionQuery.queryKey, input.session);
  addList(client, input);
  if (input.home) {
    const { queryKey } = inTimeZone(input.timeZone, () => homeQuery(input.now, findPartner(input)));
    client.setQueryData(queryKey, JSON.parse(input.home.body));
  }
  const router = createMemoryRouter(routes, { initialEntries: [input.address] });
  const html = inTimeZone(input.timeZone, () =>
    renderToStaticMarkup(
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
      // A page may be in one document twice.
      { identifierPrefix: (input.list ?? input.home) ? 'page-' : 'outline-' },
    ),
  );
  router.dispose();
  // The document has a title, and its policy allows no style of an element: boot.ts sets them.
  return html
    .replace(/<title>[^<]*<\/title>/, '')
    .replaceAll(' style="', ` ${serverRenderedStyle}="`);
}

function addList(client: QueryClient, { address, session, list }: ServerRenderInput): void {
  const page = new URL(address, 'http://portal');
  const listName = findList(page.pathname);
  if (listName === undefined || !list) return;
  const source = sources[listName];
  const parsed = parseQuery(source.pageSchema, page.searchParams);
  const supported = supportedSearch(source.pageSchema, parsed, session.capabilities);
  // A service that has no such page sends another one.
  const requested = firstList(page, session.capabilities.home);
  if (!requested?.endsWith(`?${listQuery(source.params(supported))}`)) return;
  const rows = source.toPage({
    data: JSON.parse(list.body),
    headers: new Headers(list.headers),
    etag: undefined,
  });
  client.setQueryData(source.query(supported).queryKey, rows);
}

/** Calls `render` while the process has another time zone. Nothing else runs meanwhile. */
function inTimeZone<T>(timeZone: string | undefined, render: () => T): T {
  if (timeZone === undefined) return render();
  const own = process.env['TZ'];
  process.env['TZ'] = timeZone;
  try {
    return render();
  } finally {
    if (own === undefined) delete process.env['TZ'];
    else process.env['TZ'] = own;
  }
}
