import './app/content-policy.ts';
import '#src/ui/tokens.css';
import '#src/ui/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';

import { outlineId } from '#contract/portal/first-page/first-page.ts';
import { repeatEarlyActs } from '#src/api/early-acts.ts';
import { queryClient } from '#src/app/query-client.ts';
import { router } from '#src/app/router.tsx';
import { untilTakenOver } from '#src/app/until-taken-over.ts';

const container = document.getElementById('root');
if (container === null) throw new Error('index.html has no #root');

/** Takes the place of what the service has drawn, in one commit with the same elements. */
function Portal({ root }: { root: Element }) {
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

void untilTakenOver(container).then(() =>
  createRoot(container).render(
    <StrictMode>
      <Portal root={container} />
    </StrictMode>,
  ),
);
