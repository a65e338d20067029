import { useSyncExternalStore } from 'react';

/** A theme; `system` follows the setting of the operating system. */
export type Theme = 'system' | 'light' | 'dark';

const listeners = new Set<() => void>();

function currentTheme(): Theme {
  const theme = document.documentElement.dataset.theme;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

/**
 * Applies a theme and saves it in `localStorage`, if available. `index.html` reads it on the next
 * start.
 */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    if (theme === 'system') localStorage.removeItem('theme');
    else localStorage.setItem('theme', theme);
  } catch {
    // Storage is not available: the choice lasts until the page is left.
  }
  for (const listener of listeners) listener();
}

/** Returns the chosen theme. */
export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, currentTheme);
}
