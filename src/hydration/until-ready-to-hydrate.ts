import { outlineId } from '#contract/portal/first-page/first-page.ts';
import { queryClient } from '#src/app/query-client.ts';
import type { openRouter } from '#src/app/router.tsx';

import { arePrefetchedTaken } from './boot/prefetched-responses.ts';

/** How long the first render waits for the document's data, in milliseconds: it is only parsed. */
const limitMs = 2_000;

/**
 * Waits while the browser would render less than the server did: until the page’s code is loaded
 * and has read the data in the document.
 */
export async function untilReadyToHydrate(root: Element, router: ReturnType<typeof openRouter>) {
  const isServerRendered = root.hasChildNodes();
  if (!isServerRendered && document.getElementById(outlineId) === null) return;
  await waitFor(
    (listener) => router.subscribe(listener),
    () => router.state.initialized,
  );
  const cache = queryClient.getQueryCache();
  if (isServerRendered)
    await Promise.race([waitFor((listener) => cache.subscribe(listener), isRead), wait(limitMs)]);
}

/** The page may request another response than the document has, as of another day: then that. */
const isRead = () =>
  queryClient.isFetching() === 0 &&
  (arePrefetchedTaken() || queryClient.getQueryCache().getAll().length > 1);
const wait = async (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function waitFor(subscribe: (listener: () => void) => () => void, isReached: () => boolean) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const check = () => isReached() && resolve();
  const leave = subscribe(check);
  check();
  await promise;
  leave();
}
