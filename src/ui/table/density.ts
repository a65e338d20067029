import { createStoredChoice } from '#src/lib/store.ts';

/** The height of a table's rows. Kept in the browser, as the theme is: it depends on the screen. */
export const density = createStoredChoice('density', ['comfortable', 'compact']);
export type Density = ReturnType<typeof density.get>;
