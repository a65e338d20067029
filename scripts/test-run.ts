import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

import type { JsonTestResults } from 'vitest/node';

import { makeTemporaryFolder } from './temporary-folder.ts';

/** How many tests passed and failed. A check counts as one, as does a run that failed unnamed. */
interface Sum {
  readonly passed: number;
  readonly failed: number;
}

/** A step that ended: its name, its sum and how long it took, in whole seconds. */
export interface Step extends Sum {
  readonly name: string;
  readonly seconds: number;
}

const reports = '.cache/reports';
const interrupted = 130;

/**
 * Runs the steps of a test command: npm scripts, Vitest, Playwright. Each runs even if an earlier
 * one failed, in a temporary folder that goes with the process. Ctrl-C ends the step and the run.
 */
export class TestRun {
  readonly #steps: Step[] = [];
  readonly #failures: string[] = [];
  readonly #env: NodeJS.ProcessEnv;

  constructor() {
    rmSync(reports, { recursive: true, force: true });
    mkdirSync(reports, { recursive: true });
    const temporary = makeTemporaryFolder();
    process.once('exit', () => rmSync(temporary, { recursive: true, force: true }));
    // Ctrl-C ends the step that is running; then this process, which has a folder to remove.
    process.on('SIGINT', () => {});
    this.#env = {
      ...process.env,
      TMPDIR: temporary,
      // Where Node stores compiled modules: each of many processes starts in 0.5 s less.
      NODE_COMPILE_CACHE: path.resolve('.cache/compiled'),
    };
  }

  /** Runs a program that passes or fails as a whole. */
  async check(name: string, command: readonly string[]): Promise<void> {
    await this.#step(name, async () => {
      const isPassed = await this.#succeeds(command);
      if (!isPassed) this.#failures.push(name);
      return { passed: isPassed ? 1 : 0, failed: isPassed ? 0 : 1 };
    });
  }

  /** Runs Vitest, which fails if it finds no test. */
  async vitest(name: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
    const report = `${reports}/${name}.json`;
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    await this.#step(name, async () =>
      this.#tests(['vitest', 'run', ...reporters, ...args], env, () => {
        // A report that has another form has no sums, and counts as none.
        const results = JSON.parse(readFileSync(report, 'utf8')) as JsonTestResults;
        this.#failures.push(...failedTests(results));
        return { passed: results.numPassedTests, failed: results.numFailedTests };
      }),
    );
  }

  /**
   * Runs Playwright, which fails if it finds no test. A skipped test counts as failed. `findEnv`
   * finds the programs that the tests need, and throws if one is missing: the step fails.
   */
  async playwright(
    name: string,
    args: readonly string[],
    findEnv: () => NodeJS.ProcessEnv,
  ): Promise<void> {
    const report = path.resolve(reports, `${name}.json`);
    const command = ['playwright', 'test', '--reporter=list,json', ...args];
    await this.#step(name, async () =>
      this.#tests(command, { ...findEnv(), PLAYWRIGHT_JSON_OUTPUT_FILE: report }, () => {
        // The form of a report is Playwright's to say; a number that is missing counts as none.
        const { stats } = JSON.parse(readFileSync(report, 'utf8')) as {
          stats: Record<string, number>;
        };
        const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = stats;
        return { passed: expected, failed: unexpected + flaky + skipped };
      }),
    );
  }

  /** Prints what failed, and the sum as the last line. Returns the steps. */
  conclude(): readonly Step[] {
    const passed = this.#steps.reduce((sum, step) => sum + step.passed, 0);
    const failed = this.#steps.reduce((sum, step) => sum + step.failed, 0);
    process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
    // Playwright names its own at its end; the others print much after them.
    if (this.#failures.length > 0) console.log(`\n— failed\n\n${this.#failures.join('\n\n')}`);
    for (const { name, seconds } of this.#steps) console.log(`${name}: ${seconds} s`);
    console.log(`\n${passed} passed, ${failed} failed`);
    return this.#steps;
  }

  async #step(name: string, run: () => Promise<Sum>): Promise<void> {
    console.log(`\n— ${name}`);
    const from = performance.now();
    const sum = await run().catch((error: unknown) => {
      this.#failures.push(`${name}\n${error instanceof Error ? error.message : String(error)}`);
      return { passed: 0, failed: 1 };
    });
    const seconds = Math.round((performance.now() - from) / 1000);
    this.#steps.push({ name, seconds, ...sum });
  }

  async #tests(command: readonly string[], env: NodeJS.ProcessEnv, read: () => Sum): Promise<Sum> {
    const isPassed = await this.#succeeds(command, env);
    const sum = readSum(read) ?? { passed: 0, failed: 0 };
    const mayBeNone = command.some((arg) => /^--pass-?with-?no-?tests$/i.test(arg));
    return isPassed && (sum.passed > 0 || mayBeNone)
      ? sum
      : { ...sum, failed: Math.max(sum.failed, 1) };
  }

  async #succeeds(command: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
    const [program = '', ...args] = command;
    const child = spawn(program, args, { stdio: 'inherit', env: { ...this.#env, ...env } });
    const [status, signal] = await once(child, 'close');
    if (signal === 'SIGINT' || status === interrupted) process.exit(interrupted);
    return status === 0;
  }
}

/** Returns the sum of a report, or nothing where the run has written none. */
function readSum(read: () => Sum): Sum | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
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
