import { expect, type Page } from '@playwright/test';

import { interfaceClientOf } from '#e2e/interface-client.ts';

/** A number of the home page, and the list to which it leads. */
export interface HomeNumber {
  readonly label: string;
  readonly number: number;
  /** The address of the list, such as `/leads?outcome=open`. */
  readonly address: string;
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
      await expect(page.getByRole('heading', { name: /^Waiting on / })).toBeVisible();
    },
    /** Returns every number that is a link to a list, with its label. */
    numbers: async (): Promise<HomeNumber[]> =>
      links.evaluateAll((all) =>
        all.map((link) => {
          const label = link.getAttribute('aria-label') ?? link.textContent ?? '';
          const digits = /\d[\d,]*/.exec(link.textContent ?? '')?.[0] ?? '';
          const address = link.getAttribute('href') ?? '';
          return { label, number: Number(digits.replaceAll(',', '')), address };
        }),
      ),
    /** Follows the link of a number, returns how many rows its list has, and comes back. */
    rowsOf: async (index: number): Promise<number> => {
      await links.nth(index).click();
      const rows = await rowsOfList(page);
      await page.goBack();
      // Lists link to lists too, in other sort orders.
      await expect(greeting).toBeVisible();
      await expect(links.nth(index)).toBeAttached();
      return rows;
    },
  };
}

/** Returns how many rows a list says that it has. */
async function rowsOfList(page: Page): Promise<number> {
  // A list of one page tells the number to screen readers only.
  const range = page
    .locator('main')
    .getByRole('status')
    .filter({ hasText: /^\d.* of \d/ });
  const none = page.getByText(/^No (lead|deal) matches$/);
  await expect(range.or(none)).toBeVisible();
  if (await none.isVisible()) return 0;
  return Number(((await range.innerText()).split(' of ')[1] ?? '').replaceAll(',', ''));
}

/**
 * Returns a function that asks the interface how many rows a list’s address has, for the person who
 * is signed in on the page. List and interface have the same parameters.
 */
export async function rowsAtInterface(page: Page): Promise<(address: string) => Promise<number>> {
  const { origin } = new URL(page.url());
  const { list } = await interfaceClientOf(page, origin);
  return async (address) => {
    const { pathname, search } = new URL(address, origin);
    const { status, headers } = await list(pathname === '/leads' ? 'lead' : 'deal', search);
    expect(status, address).toBe(200);
    return Number(headers.get('x-total-count') ?? Number.NaN);
  };
}

/**
 * Returns the indexes of the first number that is 0 and the first that is not, for each kind. The
 * links of a kind differ only in the values of their filters.
 */
export function oneOfEachKind(numbers: readonly HomeNumber[]): ReadonlySet<number> {
  const kinds = numbers.map(
    ({ address, number }) => `${address.replaceAll(/=[^&]*/g, '')} ${number > 0}`,
  );
  return new Set(kinds.map((kind) => kinds.indexOf(kind)));
}
