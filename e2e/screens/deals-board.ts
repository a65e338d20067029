import { expect, type Locator, type Page } from '@playwright/test';

/** Returns the column of a status, or the columns of all statuses for ''. */
export const statusColumn = (page: Page, status: string): Locator =>
  page.getByRole('region', { name: new RegExp(`^${status}`) });

/** Returns the number of deals that the heading of a column names, once its deals are there. */
export async function numberOfDeals(shown: Locator): Promise<number> {
  const number = /(\d+) deals?/;
  await expect(shown.getByRole('heading')).toHaveText(number);
  return Number(number.exec(await shown.getByRole('heading').innerText())?.[1]);
}
