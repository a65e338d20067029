import { type ComponentType, lazy, Suspense } from 'react';

import { awaitPart, waitForReload } from '#src/lib/load-lazily.ts';

/**
 * Returns the component that `load` loads when it is first shown. Until then, `Pending` is in its
 * place, or nothing. A failed load is tried again: Firefox ends those of a page that is being left,
 * which would flash its error. Where a release has replaced the part, its place stays empty.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Pending?: ComponentType<Props>,
): ComponentType<Props> {
  const Part = lazy(async () => ({ default: await awaitPart(load).catch(waitForReload) }));
  return (props) => (
    <Suspense fallback={Pending && <Pending {...props} />}>
      <Part {...props} />
    </Suspense>
  );
}
