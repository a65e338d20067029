import { createStore } from '#src/lib/store.ts';
import { useStore } from '#src/lib/use-store.ts';

/** A theme; `system` follows the setting of the operating system. */
export type Theme = 'system' | 'light' | 'dark';

const theme = createStore(appliedTheme());

/** Returns the theme that `index.html` has applied. */
function appliedTheme(): Theme {
  const applied = document.documentElement.dataset.theme;
  return applied === 'light' || applied === 'dark' ? applied : 'system';
}

/**
 * Applies a theme and saves it in `localStorage`, if available. `index.html` reads it on the next
 * start.
 */
export function chooseTheme(chosen: Theme): void {
  if (chosen === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
  try {
    if (chosen === 'system') localStorage.removeItem('theme');
    else localStorage.setItem('theme', chosen);
  } catch {
    // Storage is not available: the choice lasts until the page is left.
  }
  theme.set(chosen);
}

/** Returns the chosen theme. */
export function useTheme(): Theme {
  return useStore(theme);
}
