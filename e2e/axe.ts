import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import type { Result, RunOptions } from 'axe-core';

// Half as long as `axe.source`, and loaded in two thirds of its time.
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Returns what axe finds wrong on a page, which has no frames. axe is loaded once a document, since
 * that takes as long as a run. It describes violations only, because to describe what passed takes
 * longer than to check it.
 */
export async function findViolations(page: Page, options: RunOptions = {}): Promise<Result[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  const { violations } = await page.evaluate(
    async (all) => (globalThis as unknown as { axe: typeof axe }).axe.run(all),
    { ...options, resultTypes: ['violations'] } satisfies RunOptions,
  );
  return violations;
}
