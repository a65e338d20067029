import { useState } from 'react';
import { Outlet, useLocation } from 'react-router';

import { useSession } from '#src/api/session.ts';
import { paths } from '#src/lib/paths.ts';
import { later } from '#src/ui/elements/later.tsx';

import { navItems } from './nav-items.tsx';

const NeededKey = later(
  async () => (await import('#src/features/api-keys/needed-key.tsx')).NeededKey,
);

/**
 * Renders the page, and a prompt for the user's API key if the upstream service needs one. A page
 * that is opened without a key is replaced by the prompt. A page that was open before stays below
 * the prompt, with all input.
 */
export function ApiKeyGate() {
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
