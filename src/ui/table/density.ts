import { createStore } from '#src/lib/store.ts';

/** How high the rows of a table are. */
export type Density = 'comfortable' | 'compact';

const storageKey = 'density';

/** The height of the rows. Kept in the browser, as the theme is: it depends on the screen. */
export const density = createStore(readDensity());

function readDensity(): Density {
  try {
    return localStorage.getItem(storageKey) === 'compact' ? 'compact' : 'comfortable';
  } catch {
    return 'comfortable';
  }
}

/** Changes the height of the rows, and saves it in `localStorage`, if available. */
export function chooseDensity(chosen: Density): void {
  try {
    if (chosen === 'compact') localStorage.setItem(storageKey, chosen);
    else localStorage.removeItem(storageKey);
  } catch {
    // Storage is not available: the choice lasts until the page is left.
  }
  density.set(chosen);
}
