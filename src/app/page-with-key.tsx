import { lazy, Suspense, useState } from 'react';
import { Outlet, useLocation } from 'react-router';

import { useSession } from '#src/api/session.ts';
import { paths } from '#src/lib/paths.ts';

import { navItems } from './nav-items.tsx';

const NeededKey = lazy(async () => ({
  default: (await import('#src/features/api-keys/needed-key.tsx')).NeededKey,
}));

/**
 * The page. In front of a service that needs the person's API key a page that is arrived at without one has nothing to show and gives
 * way to what asks for it; one that was there before stays below it, with all that was typed.
 */
export function PageWithKey() {
  const { needsApiKey } = useSession();
  const { pathname } = useLocation();
  const [isOpen, setIsOpen] = useState(!needsApiKey);
  if (!needsApiKey && !isOpen) setIsOpen(true);
  const place = navItems.find(({ to }) => pathname.startsWith(to));
  if (place === undefined || place.to === paths.profile()) return <Outlet />;
  return (
    <>
      {needsApiKey && (
        <Suspense>
          <NeededKey title={isOpen ? undefined : place.label} />
        </Suspense>
      )}
      {isOpen && <Outlet />}
    </>
  );
}
