import { createStore } from '#src/lib/store.ts';

const storageKey = 'shortcuts';

/**
 * Whether single keys are shortcuts. Kept in the browser, as the theme is: which keys help depends
 * on the keyboard and on the speech input of this machine, and the service has no settings of
 * accounts.
 */
export const areShortcutsOn = createStore(readSetting());

function readSetting(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off';
  } catch {
    return true;
  }
}

/** Switches the shortcuts on or off, and saves that in `localStorage`, if available. */
export function switchShortcuts(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, 'off');
  } catch {
    // Storage is not available: the choice lasts until the page is left.
  }
  areShortcutsOn.set(isOn);
}

/** Whether the help on the shortcuts is open. */
export const isHelpOpen = createStore(false);
