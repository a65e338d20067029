import { QueryClientProvider } from '@tanstack/react-query';
import { startTransition, StrictMode, useEffect, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';

import { outlineId } from '#contract/portal/first-page/first-page.ts';
import { queryClient } from '#src/app/query-client.ts';
import { openRouter } from '#src/app/router.tsx';

import { replayEarlyInput, restoreScroll } from './boot/early-input.ts';
import { untilReadyToHydrate } from './until-ready-to-hydrate.ts';

interface PortalProps {
  readonly root: Element;
  readonly router: ReturnType<typeof openRouter>;
}

/** Takes the place of the server-rendered page, in one commit with equal elements. */
function Portal({ root, router }: PortalProps) {
  useLayoutEffect(restoreScroll, []);
  useEffect(() => {
    document.getElementById(outlineId)?.remove();
    replayEarlyInput(root);
  }, [root]);
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}

/**
 * Makes the server-rendered page in `root` interactive, or renders a page where there is none. Not
 * by React’s `hydrateRoot`, which needs the same ids, times and widths on both sides. Starts in
 * several tasks and renders in slices: meanwhile the page scrolls and follows its links.
 */
export async function hydrate(root: Element): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  const router = openRouter();
  await untilReadyToHydrate(root, router);
  const portal = createRoot(root);
  startTransition(() => {
    portal.render(
      <StrictMode>
        <Portal root={root} router={router} />
      </StrictMode>,
    );
  });
}
