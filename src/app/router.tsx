import type { ReactNode } from 'react';
import {
  createBrowserRouter,
  type LoaderFunctionArgs,
  type NonIndexRouteObject,
  redirect,
  replace,
  type ShouldRevalidateFunctionArgs,
  Outlet,
} from 'react-router';

import type { Capabilities } from '#contract/portal/accounts.ts';
import { type PageAddress, pageAddresses } from '#contract/portal/addresses.ts';
import { rootId } from '#contract/portal/first-page/first-page.ts';
import { toCurrentDeals } from '#contract/portal/former-addresses.ts';
import { parseQuery } from '#contract/query-string.ts';
import { leadQuery, leadSource } from '#src/api/records/leads.ts';
import { supportedSearch } from '#src/api/records/list/list-search.ts';
import type { RecordSource } from '#src/api/records/list/record-source.ts';
import { giveUp } from '#src/api/service-error.ts';
import { followOtherTabs, sessionQuery } from '#src/api/session.ts';
import { signInAddress } from '#src/features/accounts/return-address.ts';
import { loadPart } from '#src/lib/load-lazily.ts';
import { paths } from '#src/lib/paths.ts';
import { PageError } from '#src/pages/error.tsx';
import { Component as LeadsPage } from '#src/pages/leads.tsx';
import { Announcer } from '#src/ui/elements/announcer.tsx';

import { Frame, FramePending } from './frame.tsx';
import { Brand } from './layout.tsx';
import { queryClient } from './query-client.ts';

import s from './public-layout.module.css';

type LoaderArgs = LoaderFunctionArgs;

/**
 * Returns a function that loads a page's component from its file. The page's loader is defined in
 * this file, so that the data and the code load in parallel.
 */
function page(load: () => Promise<{ Component: React.ComponentType }>) {
  return async () => ({ Component: (await loadPart(load, giveUp)).Component });
}

// Loaded with the pages that need them, so that the list of leads loads without them.
const homeFile = async () => import('#src/api/home.ts');
const dealsFile = async () => import('#src/api/records/deals.ts');
const profileFile = async () => import('#src/api/account/profile.ts');

/** Loads what a page will need. The page itself says if that fails. */
function prefetch(load: () => Promise<unknown>): void {
  load().catch(() => undefined);
}

async function session({ request }: LoaderArgs) {
  const current = await queryClient.ensureQueryData(sessionQuery);
  if (current !== null) return current;
  queryClient.removeQueries(sessionQuery);
  throw redirect(signInAddress(new URL(request.url)));
}

async function start(args: LoaderArgs) {
  const { account, capabilities } = await session(args);
  if (capabilities.home) return redirect(paths.home());
  return redirect(account.role === 'support' ? paths.deals() : paths.leads());
}

async function home(args: LoaderArgs) {
  const { account, capabilities } = await session(args);
  if (!capabilities.home) return redirect(paths.start());
  const partner = new URL(args.request.url).searchParams.get('partner') ?? '';
  prefetch(async () => {
    const { homeQuery } = await homeFile();
    await queryClient.prefetchQuery(
      homeQuery(Date.now(), account.role === 'support' ? partner : ''),
    );
  });
  return null;
}

/**
 * Calls `callback` with the service's capabilities, which list requests depend on. The capabilities
 * are already known, except on the first page. Does nothing if the session cannot be loaded or the
 * user is signed out.
 */
async function withCapabilities(
  callback: (capabilities: Capabilities) => Promise<void>,
): Promise<void> {
  const current = await queryClient.ensureQueryData(sessionQuery).catch(() => null);
  if (current !== null) await callback(current.capabilities);
}

/** Returns the search of a list in the address of its page. */
function readSearch({ pageSchema }: RecordSource, { url }: Request, capabilities: Capabilities) {
  const search = parseQuery(pageSchema, new URL(url).searchParams);
  return supportedSearch(pageSchema, search, capabilities);
}

// These loaders prefetch the page's data without awaiting it, so that the page can show its
// skeleton at once.
function leads({ request }: LoaderArgs) {
  void withCapabilities(async (capabilities) =>
    queryClient.prefetchQuery(leadSource.query(readSearch(leadSource, request, capabilities))),
  );
  return null;
}
function lead({ params }: LoaderArgs) {
  void queryClient.prefetchQuery(leadQuery(params['id'] ?? ''));
  return null;
}
function deals({ request }: LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const current = toCurrentDeals(searchParams);
  if (current !== searchParams) return replace(paths.deals(current));
  prefetch(async () =>
    withCapabilities(async (capabilities) => {
      const { dealSource } = await dealsFile();
      const search = readSearch(dealSource, request, capabilities);
      return queryClient.prefetchQuery(dealSource.query(search));
    }),
  );
  return null;
}
function deal({ params }: LoaderArgs) {
  prefetch(async () => {
    const { dealQuery } = await dealsFile();
    await queryClient.prefetchQuery(dealQuery(params['id'] ?? ''));
  });
  return null;
}
/** The changes that a person made to many leads are in the audit trail, and are undone there. */
const bulkChanges = () => redirect(paths.audit('act=bulk-change'));
function profile() {
  prefetch(async () => {
    const { profileQuery } = await profileFile();
    await queryClient.prefetchQuery(profileQuery);
  });
  return null;
}

/**
 * Returns whether the path has changed. Loaders run only on arrival at a page: within a page, the
 * page itself fetches a new search, and rendering does not wait for loaders.
 */
function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname !== nextUrl.pathname;
}

type AddressBehindSignIn = Exclude<PageAddress, typeof pageAddresses.signIn>;

/** The pages behind sign-in, by address. Leaving out one of the addresses is a type error. */
const pages: Readonly<Record<AddressBehindSignIn, NonIndexRouteObject>> = {
  [pageAddresses.start]: { loader: start },
  [pageAddresses.home]: {
    loader: home,
    shouldRevalidate,
    lazy: page(() => import('#src/pages/home.tsx')),
  },
  // The page on which most people arrive is part of the main bundle, so no second file has to load.
  [pageAddresses.leads]: { loader: leads, shouldRevalidate, Component: LeadsPage },
  [pageAddresses.newLead]: { lazy: page(() => import('#src/pages/new-lead.tsx')) },
  [pageAddresses.drafts]: { lazy: page(() => import('#src/pages/drafts.tsx')) },
  [pageAddresses.bulkChanges]: { loader: bulkChanges },
  [pageAddresses.bulkChange]: { loader: bulkChanges },
  [pageAddresses.lead]: { loader: lead, lazy: page(() => import('#src/pages/lead.tsx')) },
  [pageAddresses.deals]: {
    loader: deals,
    shouldRevalidate,
    lazy: page(() => import('#src/pages/deals.tsx')),
  },
  [pageAddresses.deal]: { loader: deal, lazy: page(() => import('#src/pages/deal.tsx')) },
  [pageAddresses.bulkUpload]: { lazy: page(() => import('#src/pages/bulk-upload.tsx')) },
  [pageAddresses.bulkUploadOne]: { lazy: page(() => import('#src/pages/bulk-upload-result.tsx')) },
  [pageAddresses.people]: { lazy: page(() => import('#src/pages/people.tsx')) },
  [pageAddresses.profile]: { loader: profile, lazy: page(() => import('#src/pages/profile.tsx')) },
  [pageAddresses.audit]: { lazy: page(() => import('#src/pages/audit.tsx')) },
};

const routes = [
  ...Object.entries(pages).map(([path, route]) => ({ path, ...route })),
  { path: '*', lazy: page(() => import('#src/pages/not-found.tsx')) },
];

/**
 * Gives the page that was opened by its address a key in the browser’s history. Without one,
 * React Router takes all such pages for the same one, and scrolls to where another one was left. A
 * server-rendered page gets a new one at each load: it stays where the person and the browser have
 * scrolled it since (early-input.ts).
 */
function nameFirstEntry(): void {
  const { state } = history as { state: { key?: string } | null };
  if (state?.key === undefined || document.getElementById(rootId)?.hasChildNodes())
    history.replaceState({ ...state, key: `${Date.now()}` }, '');
}

/** Returns the portal’s router (design, section 5), which begins to load this address’s page. */
export function openRouter() {
  nameFirstEntry();
  followOtherTabs(queryClient);
  return createBrowserRouter([
    {
      HydrateFallback: FramePending,
      ErrorBoundary: PublicError,
      children: [
        {
          Component: PublicLayout,
          // Not the outline of the pages behind sign-in.
          HydrateFallback: PublicLayout,
          children: [
            { path: pageAddresses.signIn, lazy: page(() => import('#src/pages/sign-in.tsx')) },
          ],
        },
        {
          Component: Frame,
          loader: session,
          shouldRevalidate,
          children: [{ ErrorBoundary: PageError, children: routes }],
        },
      ],
    },
  ]);
}

/** The frame of pages without sign-in: the brand, and one column. */
function PublicLayout({ children }: { children?: ReactNode }) {
  return (
    <div className={s.layout}>
      <header className={`${s.brand} row`}>
        <Brand />
      </header>
      <main>{children ?? <Outlet />}</main>
      <Announcer />
    </div>
  );
}

/** The error page for when the frame itself could not be shown. */
function PublicError() {
  return (
    <PublicLayout>
      <PageError />
    </PublicLayout>
  );
}
