import { useSyncExternalStore } from 'react';

/** What the person may choose: `system` follows the machine's setting. */
export type Theme = 'system' | 'light' | 'dark';

const listeners = new Set<() => void>();

function currentTheme(): Theme {
  const theme = document.documentElement.dataset.theme;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

/** Draws the page in a theme and remembers it on this machine, where storage is open; index.html reads it at the next start. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    if (theme === 'system') localStorage.removeItem('theme');
    else localStorage.setItem('theme', theme);
  } catch {
    // The choice holds until the page is left.
  }
  for (const listener of listeners) listener();
}

/** The theme chosen now. */
export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, currentTheme);
}
