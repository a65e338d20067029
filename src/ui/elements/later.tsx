import { type ComponentType, lazy, Suspense } from 'react';

import { wait } from '#src/lib/load-later.ts';

const retryDelayMs = 1_000;

/**
 * Returns the component that `load` loads when it is first shown. Until then, `Pending` is in its
 * place, or nothing. A failed load is tried once more: Firefox ends those of a page that is being
 * left, which would flash its error.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Pending?: ComponentType<Props>,
): ComponentType<Props> {
  const again = async () => {
    await wait(retryDelayMs);
    return load();
  };
  const Part = lazy(async () => ({ default: await load().catch(again) }));
  return (props) => (
    <Suspense fallback={Pending && <Pending {...props} />}>
      <Part {...props} />
    </Suspense>
  );
}
