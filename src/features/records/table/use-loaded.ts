import { useEffect, useState } from 'react';

/**
 * Returns what `load` loads; undefined until it is loaded, which it is when it is needed; null
 * where that failed. It is tried again when the component is shown again. `load` is always the
 * same.
 */
export function useLoaded<Loaded>(
  isNeeded: boolean,
  load: () => Promise<Loaded>,
): Loaded | null | undefined {
  const [loaded, setLoaded] = useState<Loaded | null>();
  useEffect(() => {
    if (isNeeded)
      load().then(
        (value) => setLoaded(() => value),
        () => setLoaded(null),
      );
  }, [isNeeded, load]);
  return loaded;
}
