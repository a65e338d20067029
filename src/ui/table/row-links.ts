/** Finds the link of a row from its `tr`. */
export const linkOfRow = ':scope > th > a';

/** Finds the links of the rows that a page shows. */
export const rowLinks = 'tbody th > a';

/** Returns the link of the row that leads to an address. */
export function findRowLink(to: string): HTMLElement | null {
  return document.querySelector(`${rowLinks}[href=${JSON.stringify(to)}]`);
}
