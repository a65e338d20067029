import { expect, type Page } from '@playwright/test';

import type { Behind } from '#e2e/prepared-data.ts';

/** The list of leads. In front of an existing service, the list has no search and no total. */
export function leadsList(page: Page, behind: Behind) {
  const isOwn = behind === 'own records';
  return {
    /** Shows the leads with these words: by search, or among the newest 100. */
    find: async (words: string, address = '') =>
      page.goto(`${address}/leads?${isOwn ? new URLSearchParams({ q: words }) : 'pageSize=100'}`),
    /** Waits until the page shows this range of rows. */
    expectRange: async (first: number, last: number) =>
      expect(
        page
          .getByText(isOwn ? new RegExp(`^${first}–${last} of \\d+`) : `${first}–${last}`)
          .first(),
      ).toBeVisible(),
  };
}
