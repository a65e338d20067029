import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

/** Where the service reads the clock of its process, and why. */
const exceptions: Readonly<Record<string, string>> = {
  'server/cli/doctor/certificate-findings.ts':
    'How long a certificate is valid, also without a database.',
  'server/cli/doctor/database-findings.ts': 'It compares this clock with that of the database.',
  'server/upstream/client/upstream-responses.ts':
    'The time in a sentence finds the lines of the logs, which have this clock.',
};

test('the service reads the time from the database, and durations from `performance.now()`', () => {
  const listed = execFileSync('git', ['ls-files', 'server/*.ts'], { encoding: 'utf8' });
  const files = listed.trim().split('\n');
  const product = files.filter((file) => !/\.test\.ts$|^server\/testing\//.test(file));
  expect(product.length).toBeGreaterThan(200);
  const clock = /\bnew Date(?!\w|\()|\bnew Date\(\s*\)|\bDate\.now\b|\bDate\(\s*\)/;
  const reading = product.filter((file) => clock.test(readFileSync(file, 'utf8')));
  expect(reading).toEqual(Object.keys(exceptions));
});
