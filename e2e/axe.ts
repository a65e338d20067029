import type { Page } from '@playwright/test';
import axe, { type Result, type RunOptions } from 'axe-core';

/**
 * Returns what axe finds wrong on a page, which has no frames. axe is loaded once a document, since
 * that takes as long as a run. It describes violations only, because to describe what passed takes
 * longer than to check it.
 */
export async function findViolations(page: Page, options: RunOptions = {}): Promise<Result[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    async (all) => (globalThis as unknown as { axe: typeof axe }).axe.run(all),
    { ...options, resultTypes: ['violations'] } satisfies RunOptions,
  );
  return violations;
}
