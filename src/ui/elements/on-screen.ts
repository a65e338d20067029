import { useCallback, useState } from 'react';

/**
 * Returns whether an element is in the visible part of the window, and the function that takes that
 * element as its `ref`. What a scrolled container hides is not visible.
 */
export function useOnScreen() {
  const [isOnScreen, setOnScreen] = useState(false);
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    const observer = new IntersectionObserver((entries) =>
      setOnScreen(entries.at(-1)?.isIntersecting ?? false),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [isOnScreen, ref] as const;
}
