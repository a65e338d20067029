import type { Page } from '@playwright/test';

/** The history on the page of a lead or deal. */
export function history(page: Page) {
  const items = page.getByRole('list', { name: 'History' }).getByRole('listitem');
  return {
    /** The items, newest first; the values within an item are not items. */
    items,
    newest: items.first(),
    /** The newest item of a status that stood for so long, in words. */
    ofTime: (duration: string) => items.filter({ hasText: `for ${duration}` }).first(),
  };
}
