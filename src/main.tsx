import './app/content-policy.ts';
import '#src/ui/tokens.css';
import '#src/ui/base.css';
import '#src/ui/layout.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { startTransition, StrictMode, useEffect, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';

import { outlineId, rootId } from '#contract/portal/first-page/first-page.ts';
import { repeatEarlyActs, repeatScroll } from '#src/api/early-acts.ts';
import { queryClient } from '#src/app/query-client.ts';
import { openRouter } from '#src/app/router.tsx';
import { untilTakenOver } from '#src/app/until-taken-over.ts';

const container = document.getElementById(rootId);
if (container === null) throw new Error('index.html has no #root');

interface PortalProps {
  readonly root: Element;
  readonly router: ReturnType<typeof openRouter>;
}

/** Takes the place of what the service has drawn, in one commit with the same elements. */
function Portal({ root, router }: PortalProps) {
  useLayoutEffect(repeatScroll, []);
  useEffect(() => {
    document.getElementById(outlineId)?.remove();
    repeatEarlyActs(root);
  }, [root]);
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}

/**
 * Starts in several tasks and renders in slices, so that the server-rendered page still scrolls and
 * follows its links.
 */
async function start(root: Element): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  const router = openRouter();
  await untilTakenOver(root, router);
  const portal = createRoot(root);
  startTransition(() => {
    portal.render(
      <StrictMode>
        <Portal root={root} router={router} />
      </StrictMode>,
    );
  });
}

void start(container);
