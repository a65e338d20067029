import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';

import { Segmented } from '#src/ui/form/segmented.tsx';

import { chooseTheme, useTheme } from './theme.ts';

const themes = [
  { value: 'system', label: 'System', icon: <Monitor aria-hidden /> },
  { value: 'light', label: 'Light', icon: <Sun aria-hidden /> },
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden /> },
] as const;

/** A switch between the system, light and dark theme. */
export function ThemeSwitch() {
  return <Segmented label="Theme" options={themes} value={useTheme()} onChange={chooseTheme} />;
}
