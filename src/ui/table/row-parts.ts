// The parts of a table that others find: body-row.tsx and table.tsx render them.

/** Finds the link of a row from its `tr`. */
export const linkOfRow = ':scope > th > a';

/** Finds the links of the rows that a page shows. */
export const rowLinks = 'tbody th > a';

const box = 'td [type="checkbox"]';

/** Finds the checkbox that selects a row from its `tr`. */
export const boxOfRow = `:scope > ${box}`;

/** Finds the checkboxes that select the rows that a page shows. */
export const rowBoxes = `tbody ${box}`;

/** Finds the checkbox that selects all rows of a page. */
export const boxOfRows = 'thead [type="checkbox"]';

/** Returns the link of the row that leads to an address. */
export function findRowLink(to: string): HTMLElement | null {
  return document.querySelector(`${rowLinks}[href=${JSON.stringify(to)}]`);
}
