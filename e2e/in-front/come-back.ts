import type { Page } from '@playwright/test';

/** Comes back to the window from another one, which asks anew for what is no longer fresh. */
export async function comeBack(page: Page): Promise<void> {
  await page.evaluate(() =>
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  );
}
