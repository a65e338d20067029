import { createStore, createStoredChoice } from '#src/lib/store.ts';

/**
 * Whether single keys are shortcuts. Kept in the browser, as the theme is: which keys help depends
 * on the keyboard and on the speech input of this machine, and the service has no settings of
 * accounts.
 */
export const singleKeys = createStoredChoice('shortcuts', ['on', 'off']);

/** Whether the help on the shortcuts is open. */
export const isHelpOpen = createStore(false);
