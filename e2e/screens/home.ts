import { expect, type Page } from '@playwright/test';

/** A number of the home page, and the list to which it leads. */
export interface HomeNumber {
  readonly words: string;
  readonly number: number;
}

/** The home page. */
export function home(page: Page) {
  const links = page
    .locator('main')
    .locator('a[href^="/leads?"], a[href^="/deals?"]')
    .filter({ hasText: /\d/ });
  const greeting = page.getByRole('heading', { level: 1, name: /^Good / });
  return {
    open: async () => {
      await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click();
      await expect(greeting).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Deals by stage' })).toBeVisible();
    },
    /** Returns every number that is a link to a list, also in the closed table of the chart. */
    numbers: async (): Promise<HomeNumber[]> =>
      links.evaluateAll((all) =>
        all.map((link) => {
          const words = link.getAttribute('aria-label') ?? link.textContent ?? '';
          const digits = /\d[\d,]*/.exec(link.textContent ?? '')?.[0] ?? '';
          return { words, number: Number(digits.replaceAll(',', '')) };
        }),
      ),
    /** Follows the link of a number, returns how many rows its list has, and comes back. */
    rowsOf: async (index: number): Promise<number> => {
      // A click by script also reaches the links of the closed table.
      await links.nth(index).evaluate((link: HTMLElement) => link.click());
      const rows = await rowsOfList(page);
      await page.goBack();
      // Lists have links to lists too: of their sort orders.
      await expect(greeting).toBeVisible();
      await expect(links.nth(index)).toBeAttached();
      return rows;
    },
  };
}

/** Returns how many rows a list says that it has. */
async function rowsOfList(page: Page): Promise<number> {
  const range = page.getByRole('navigation', { name: 'Pages' }).getByRole('status');
  const none = page.getByText(/^No (lead|deal) matches$/);
  await expect(range.or(none)).toBeVisible();
  if (await none.isVisible()) return 0;
  return Number(((await range.innerText()).split(' of ')[1] ?? '').replaceAll(',', ''));
}
