import { useEffect, useState } from 'react';

/**
 * Returns what a file exports; undefined until it is loaded, which it is when it is needed. Where
 * that fails, it is tried again when the component is shown again. `load` is always the same.
 */
export function useLoaded<Exports extends object>(
  isNeeded: boolean,
  load: () => Promise<Exports>,
): Exports | undefined {
  const [loaded, setLoaded] = useState<Exports>();
  useEffect(() => {
    if (isNeeded) load().then(setLoaded, () => {});
  }, [isNeeded, load]);
  return loaded;
}
