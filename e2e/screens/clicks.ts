import type { Page } from '@playwright/test';

/**
 * Counts the presses of the mouse on the open page from now on, until another document is loaded.
 * Returns a function that reads their number.
 */
export async function countClicks(page: Page): Promise<() => Promise<number>> {
  const clicks = await page.evaluateHandle(() => {
    const counted = { total: 0 };
    addEventListener(
      'pointerdown',
      () => {
        counted.total += 1;
      },
      true,
    );
    return counted;
  });
  return async () => clicks.evaluate(({ total }) => total);
}
