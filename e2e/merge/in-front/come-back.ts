import type { Page } from '@playwright/test';

/** Simulates returning to the window, which refetches stale data. */
export async function comeBack(page: Page): Promise<void> {
  await page.evaluate(() =>
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  );
}
