import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

import type { JsonTestResults } from 'vitest/node';

import { playwrightSum, type Sum } from './playwright-sum.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

/**
 * `npm test`: types, lint, format, unit and service tests, browser tests; `npm run test:slow` and
 * test-browsers.ts run the rest. Every step runs even if an earlier one failed. What failed before
 * the browser tests is named again at the end, since they print much. The last line is the sum of
 * what ran, where a check counts as one. A step that ran no test counts as failed.
 */
const reports = '.cache/reports';
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const temporary = makeTemporaryFolder();
process.once('exit', () => rmSync(temporary, { recursive: true, force: true }));
const env = {
  ...process.env,
  TMPDIR: temporary,
  // Where Node stores compiled modules: with them, each of many processes starts in 0.5 s less.
  NODE_COMPILE_CACHE: path.resolve('.cache/compiled'),
};
// Ctrl-C ends the step that is running; then this process, which has a folder to remove.
const interrupted = 130;
process.on('SIGINT', () => {});

async function succeeds(script: string, ...args: string[]): Promise<boolean> {
  console.log(`\n— ${script}`);
  const run = ['run', '--silent', script, '--', ...args];
  const [status, signal] = await once(spawn('npm', run, { stdio: 'inherit', env }), 'close');
  if (signal === 'SIGINT' || status === interrupted) process.exit(interrupted);
  return status === 0;
}

const failures: string[] = [];

async function check(script: string): Promise<Sum> {
  if (await succeeds(script)) return { passed: 1, failed: 0 };
  failures.push(script);
  return { passed: 0, failed: 1 };
}

/**
 * Runs a test runner that writes a report. A run that failed or ran nothing without naming a failed
 * test counts as one failure.
 */
async function tests(script: string, args: string[], read: () => Sum): Promise<Sum> {
  const ok = await succeeds(script, ...args);
  const sum = readReport(read);
  return ok && sum.passed > 0 ? sum : { passed: sum.passed, failed: Math.max(sum.failed, 1) };
}

function readReport(read: () => Sum): Sum {
  try {
    return read();
  } catch {
    return { passed: 0, failed: 0 };
  }
}

function unitSum(): Sum {
  // A report that has another form has no sums, and counts as none.
  const report = JSON.parse(readFileSync(`${reports}/unit.json`, 'utf8')) as JsonTestResults;
  failures.push(...failedTests(report));
  return { passed: report.numPassedTests, failed: report.numFailedTests };
}

/** Returns where each failed test is, its name and why; a file that did not run as well. */
function failedTests({ testResults }: JsonTestResults): string[] {
  return testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const file = path.relative('.', name);
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      if (failed.length === 0) return `${file}\n${message}`;
      return failed.map(
        ({ fullName, failureMessages }) => `${file} › ${fullName}\n${failureMessages?.join('\n')}`,
      );
    })
    .map((text) => text.split('\n').slice(0, 8).join('\n'));
}

const sums = [
  // Beside each other: most of the first uses one core.
  ...(await Promise.all(['types', 'lint', 'format:check'].map(check))),
  await tests(
    'unit',
    ['--reporter=default', '--reporter=json', `--outputFile.json=${reports}/unit.json`],
    unitSum,
  ),
  await tests('e2e', [], () => playwrightSum(`${reports}/e2e.json`)),
];
const passed = sums.reduce((sum, one) => sum + one.passed, 0);
const failed = sums.reduce((sum, one) => sum + one.failed, 0);
process.exitCode = failed === 0 ? 0 : 1;
if (failures.length > 0) console.log(`\n— failed before e2e\n\n${failures.join('\n\n')}`);
console.log(`\n${passed} passed, ${failed} failed`);
