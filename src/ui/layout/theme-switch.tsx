import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';

import { createStoredChoice, useStore } from '#src/lib/store.ts';
import { Segmented } from '#src/ui/form/segmented.tsx';

/** A theme; `system` follows the setting of the operating system. */
type Theme = 'system' | 'light' | 'dark';

/** `index.html` applies it on the next start. */
const theme = createStoredChoice<Theme>('theme', ['system', 'light', 'dark']);

/** Applies a theme, and keeps it in this browser. */
export function chooseTheme(chosen: Theme): void {
  if (chosen === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
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
