import { readFileSync } from 'node:fs';

/** How many tests passed and failed. */
export interface Sum {
  readonly passed: number;
  readonly failed: number;
}

/** Returns the sum of a report that Playwright left. A test that was skipped did not run: none should be, so one counts as failed. */
export function playwrightSum(file: string): Sum {
  const { stats } = JSON.parse(readFileSync(file, 'utf8')) as { stats: Record<string, number> };
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = stats;
  return { passed: expected + flaky, failed: unexpected + skipped };
}
