import { expect, type Page } from '@playwright/test';

import type { Behind } from '#e2e/fixtures.ts';

/** The list of leads, by what stands behind the portal: an existing service has no search, and its lists tell no total. */
export function leadsList(page: Page, behind: Behind) {
  const isOwn = behind === 'own records';
  return {
    /** Shows the leads with these words: searched for, or among the newest. */
    find: async (words: string, address = '') =>
      page.goto(`${address}/leads?${isOwn ? new URLSearchParams({ q: words }) : 'pageSize=100'}`),
    /** Waits until rows are shown from the first to the last number. */
    expectRange: async (first: number, last: number) =>
      expect(
        page
          .getByText(isOwn ? new RegExp(`^${first}–${last} of \\d+`) : `${first}–${last}`)
          .first(),
      ).toBeVisible(),
  };
}
