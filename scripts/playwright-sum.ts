import { readFileSync } from 'node:fs';

/** How many tests passed and failed. */
export interface Sum {
  readonly passed: number;
  readonly failed: number;
}

/**
 * Returns the sums of a Playwright report. A skipped test counts as failed, since no test should be
 * skipped.
 */
export function playwrightSum(file: string): Sum {
  // Playwright decides the form of a report; a missing number counts as none.
  const { stats } = JSON.parse(readFileSync(file, 'utf8')) as { stats: Record<string, number> };
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = stats;
  return { passed: expected + flaky, failed: unexpected + skipped };
}
