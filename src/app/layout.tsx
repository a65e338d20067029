import Search from 'lucide-react/icons/search';
import type { ReactNode } from 'react';
import { ScrollRestoration, useNavigation } from 'react-router';

import { paths } from '#src/lib/paths.ts';
import { getPortalName } from '#src/lib/portal-name.ts';
import { Announcer } from '#src/ui/elements/announcer.tsx';
import { Link } from '#src/ui/elements/link.tsx';
import { NavLink } from '#src/ui/elements/nav-link.tsx';
import { TextButton } from '#src/ui/elements/text-button.tsx';

import type { NavItem } from './nav-items.tsx';

import s from './layout.module.css';

interface LayoutProps {
  /** The signed-in person and their partner; support staff have no partner. */
  person: { name: string; partnerName: string | null };
  /** The pages that this person may open, in order. */
  navItems: readonly NavItem[];
  /** Opens the command menu. */
  onSearch: () => void;
  onSignOut: () => void;
  signingOut?: boolean;
  /** How much waits, beside the link to the home page. */
  waiting?: ReactNode;
  /** Further links, below the pages. */
  views?: ReactNode;
  children: ReactNode;
}

/**
 * The frame of every page behind sign-in: the navigation (on the left, on a phone at the bottom),
 * the signed-in person, and the page.
 */
export function Layout({
  person,
  navItems,
  onSearch,
  onSignOut,
  signingOut = false,
  waiting,
  views,
  children,
}: LayoutProps) {
  return (
    <div className={s.frame}>
      <a className={s.skip} href="#main">
        Skip to content
      </a>
      <RouteProgress />
      <header className={s.side}>
        <div className={`${s.brand} row`}>
          <Brand />
        </div>
        <button
          type="button"
          className={`${s.search} row soft`}
          aria-keyshortcuts={keys}
          onClick={onSearch}
        >
          <Search aria-hidden />
          Search
          {/* Where the service draws the page, the keyboard is not known. */}
          {globalThis.document && <kbd aria-hidden>{isApple ? '⌘K' : 'Ctrl K'}</kbd>}
        </button>
        <nav className={s.nav} aria-label="Main">
          {navItems.map(({ to, label, icon }) => (
            <NavLink key={to} to={to} className={`${s.item} row soft`}>
              {icon}
              {label}
              {to === paths.home() && waiting}
            </NavLink>
          ))}
        </nav>
        {views}
      </header>
      <main id="main" className={s.main} tabIndex={-1}>
        {children}
      </main>
      <footer className={s.footer}>
        <Link to={paths.profile()} className={s.person ?? ''}>
          <strong className="one-line" translate="no">
            {person.name}
          </strong>
          <span className="one-line soft small" translate="no">
            {person.partnerName ?? 'Support'}
          </span>
        </Link>
        <TextButton pending={signingOut} onClick={onSignOut}>
          Sign out
        </TextButton>
      </footer>
      <Announcer />
      <ScrollRestoration />
    </div>
  );
}

const isApple = /^(Mac|iP)/.test(navigator.platform);
const keys = isApple ? 'Meta+K' : 'Control+K';

/** A progress line at the top edge while the next page loads. Fast loads never show the line. */
function RouteProgress() {
  const { state } = useNavigation();
  return state === 'idle' ? null : <div className={s.progress} />;
}

/** The logo and the name of the portal. */
export function Brand() {
  return (
    <>
      <span className={s.mark} />
      <span translate="no">{getPortalName()}</span>
    </>
  );
}
