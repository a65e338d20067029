import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';

import { createStore, useStore } from '#src/lib/store.ts';
import { Segmented } from '#src/ui/form/segmented.tsx';

/** A theme; `system` follows the setting of the operating system. */
type Theme = 'system' | 'light' | 'dark';

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

/** The themes to choose from. */
export const themes = [
  { value: 'system', label: 'System', icon: <Monitor aria-hidden /> },
  { value: 'light', label: 'Light', icon: <Sun aria-hidden /> },
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden /> },
] as const;

/** A switch between the system, light and dark theme. */
export function ThemeSwitch() {
  return (
    <Segmented label="Theme" options={themes} value={useStore(theme)} onChange={chooseTheme} />
  );
}
