import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

import { playwrightSum, type Sum } from './playwright-sum.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

/**
 * `npm test`: types, lint, format, unit and service tests, browser tests. Every step runs even if
 * an earlier one failed. The last line is the sum of what ran, where a check counts as one. A step
 * that ran no test counts as failed.
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

function succeeds(script: string, ...args: string[]): boolean {
  console.log(`\n— ${script}`);
  const run = ['run', '--silent', script, '--', ...args];
  const { status, signal } = spawnSync('npm', run, { stdio: 'inherit', env });
  if (signal === 'SIGINT' || status === interrupted) process.exit(interrupted);
  return status === 0;
}

function check(script: string): Sum {
  return succeeds(script) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/**
 * Runs a test runner that writes a report. A run that failed or ran nothing without naming a failed
 * test counts as one failure.
 */
function tests(script: string, args: string[], read: () => Sum): Sum {
  const ok = succeeds(script, ...args);
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

function json(file: string): Record<string, unknown> {
  // A report that has another form has no sums, and counts as none.
  return JSON.parse(readFileSync(`${reports}/${file}`, 'utf8')) as Record<string, unknown>;
}

function unitSum(): Sum {
  const report = json('unit.json');
  return { passed: Number(report['numPassedTests']), failed: Number(report['numFailedTests']) };
}

const sums = [
  check('types'),
  check('lint'),
  check('format:check'),
  tests(
    'unit',
    ['--reporter=default', '--reporter=json', `--outputFile.json=${reports}/unit.json`],
    unitSum,
  ),
  tests('e2e', [], () => playwrightSum(`${reports}/e2e.json`)),
];
const passed = sums.reduce((sum, one) => sum + one.passed, 0);
const failed = sums.reduce((sum, one) => sum + one.failed, 0);
process.exitCode = failed === 0 ? 0 : 1;
console.log(`\n${passed} passed, ${failed} failed`);
