import { type ComponentType, lazy, Suspense } from 'react';

/**
 * Returns the component that `load` loads when it is first shown. Until then, `Pending` is in its
 * place, or nothing.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Pending?: ComponentType<Props>,
): ComponentType<Props> {
  const Part = lazy(async () => ({ default: await load() }));
  return (props) => (
    <Suspense fallback={Pending && <Pending {...props} />}>
      <Part {...props} />
    </Suspense>
  );
}
