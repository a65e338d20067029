import { memo, Suspense, useCallback, useEffect, useState } from 'react';
import { useLocation, Outlet } from 'react-router';

import { useIsSignInNeeded, useSession, useSignOut } from '#src/api/session.ts';
import { mayCreateLead } from '#src/features/leads/leads.policy.ts';
import { isMenuKey, openEarlyField } from '#src/lib/early-field.ts';
import { awaitPart, loadLazily, waitForReload } from '#src/lib/load-lazily.ts';
import { openDialog } from '#src/lib/page-elements.ts';
import { paths } from '#src/lib/paths.ts';
import { lazyComponent } from '#src/ui/elements/lazy-component.tsx';
import { ProvideCurrencies } from '#src/ui/elements/provide-currencies.tsx';
import { Skeleton, SkeletonLines } from '#src/ui/feedback/states.tsx';

import { Layout } from './layout.tsx';
import { navItemsFor, navItems } from './nav-items.tsx';

import s from './frame.module.css';
import layout from './layout.module.css';

const SignInAgain = lazyComponent(
  async () => (await import('#src/features/accounts/sign-in-form.tsx')).SignInAgain,
);

const Live = lazyComponent(() => loadLazily(async () => (await import('./live.tsx')).Live));
const WaitingNumber = lazyComponent(() =>
  loadLazily(async () => (await import('./waiting-number.tsx')).WaitingNumber),
);
const PinnedViews = lazyComponent(() =>
  loadLazily(
    async () => (await import('#src/features/records/views/pinned-views.tsx')).PinnedViews,
  ),
);

const Shortcuts = lazyComponent(() =>
  loadLazily(async () => (await import('#src/features/shortcuts/shortcuts.tsx')).Shortcuts),
);

const FrameNotices = lazyComponent(() =>
  loadLazily(async () => (await import('./frame-notices.tsx')).FrameNotices),
);

type Commands = (typeof import('./commands.tsx'))['Commands'];

interface OpenMenu {
  Commands?: Commands;
  /** Returns the text typed while the menu was loading. */
  takeTyped?: () => string;
  error?: Error;
}

/** Returns the command menu while it is open, what opens and closes it, and whether that failed. */
function useCommandMenu() {
  const [menu, setMenu] = useState<OpenMenu>({});
  const open = useCallback(() => {
    const takeTyped = openEarlyField();
    if (takeTyped === undefined) return;
    void awaitPart(async () => import('./commands.tsx'))
      .catch(waitForReload)
      .then(
        ({ Commands }) => setMenu({ Commands, takeTyped }),
        (error: Error) => {
          takeTyped();
          setMenu({ error });
        },
      );
  }, []);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isMenuKey(event)) return;
      event.preventDefault();
      // Another dialog asks something first; the menu itself is one too.
      if (document.querySelector(openDialog) === null) open();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [open]);
  return { ...menu, open, close: () => setMenu({}) };
}

/**
 * The frame of all pages behind sign-in. Signing in again happens in a dialog over the page, so
 * that no input is lost.
 */
export function Frame() {
  return <FrameOfPage pathname={useLocation().pathname} />;
}

/** The frame of the page at a path: another page of the same list does not render it again. */
const FrameOfPage = memo(function FrameOfPage({ pathname }: { pathname: string }) {
  const session = useSession();
  const signOut = useSignOut();
  const isSignInNeeded = useIsSignInNeeded();
  const menu = useCommandMenu();
  return (
    <Layout
      person={{ name: session.account.name, partnerName: session.partner?.name ?? null }}
      navItems={navItemsFor(session)}
      onSearch={menu.open}
      onSignOut={() => signOut.mutate()}
      signingOut={signOut.isPending}
      waiting={session.capabilities.home && session.contact && <WaitingNumber />}
      views={session.capabilities.views && <PinnedViews />}
    >
      <FrameNotices signOutError={signOut.error} menuError={menu.error} />
      {menu.Commands && (
        <menu.Commands
          session={session}
          takeTyped={menu.takeTyped}
          onSignOut={() => signOut.mutate()}
          onClose={menu.close}
        />
      )}
      {/* Keyed by path: a page that is still loading shows its skeleton at once. */}
      <Suspense key={pathname} fallback={<PagePending />}>
        <ProvideCurrencies currencies={session.currencies}>
          <ApiKeyRequired />
        </ProvideCurrencies>
      </Suspense>
      <Live session={session} />
      <Shortcuts
        mayCreate={mayCreateLead(session.account.role)}
        canSearchAll={session.capabilities.recordSearch}
      />
      {isSignInNeeded && <SignInAgain email={session.account.email} />}
    </Layout>
  );
});

const NeededKey = lazyComponent(
  async () => (await import('#src/features/api-keys/needed-key.tsx')).NeededKey,
);

/**
 * Renders the page, and a prompt for the user's API key if the upstream service needs one. A page
 * that is opened without a key is replaced by the prompt. A page that was open before stays below
 * the prompt, with all input.
 */
export function ApiKeyRequired() {
  const { needsApiKey } = useSession();
  const { pathname } = useLocation();
  const [isOpen, setIsOpen] = useState(!needsApiKey);
  if (!needsApiKey && !isOpen) setIsOpen(true);
  const navItem = navItems.find(({ to }) => pathname.startsWith(to));
  if (navItem === undefined || navItem.to === paths.profile()) return <Outlet />;
  return (
    <>
      {needsApiKey && <NeededKey title={isOpen ? undefined : navItem.label} />}
      {isOpen && <Outlet />}
    </>
  );
}

/** The skeleton of a page while its record or code loads. */
function PagePending() {
  return (
    <output className={s.page} aria-busy>
      <span className="visually-hidden">Loading</span>
      <Skeleton height="28px" width="min(240px, 60%)" />
      <SkeletonLines lines={8} />
    </output>
  );
}

/**
 * The skeleton of the whole frame until the session is loaded. A fast start never shows the
 * skeleton.
 */
export function FramePending() {
  return (
    <div className={`${layout.frame} ${s.delayed}`}>
      <div className={layout.side} />
      <main className={layout.main}>
        <PagePending />
      </main>
    </div>
  );
}
