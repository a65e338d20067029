import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { format } from 'node:util';

import { vi } from 'vitest';

/** How a command ended, and what it printed. */
export interface Printed {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

let runs = 0;

/**
 * Runs a command of server/cli/ with its arguments and only these settings, as an operator does but
 * in this process, which spares the start of another. Its file is loaded anew each time, as it
 * runs by being loaded.
 */
export async function runCommandHere(
  [name, ...args]: readonly [string, ...string[]],
  settings: Readonly<Record<string, string>>,
): Promise<Printed> {
  const file = pathToFileURL(path.join(import.meta.dirname, '..', 'cli', `${name}.ts`));
  const { argv, env, exitCode } = process;
  const printed = { stdout: '', stderr: '' };
  const into =
    (stream: keyof typeof printed) =>
    (...values: unknown[]) =>
      void (printed[stream] += `${format(...values)}\n`);
  const spies = [
    vi.spyOn(console, 'log').mockImplementation(into('stdout')),
    vi.spyOn(console, 'error').mockImplementation(into('stderr')),
  ];
  process.argv = [process.execPath, file.pathname, ...args];
  process.env = { ...settings };
  process.exitCode = 0;
  try {
    await import(`${file.href}?run=${(runs += 1)}`);
    return { code: process.exitCode, ...printed };
  } finally {
    for (const spy of spies) spy.mockRestore();
    Object.assign(process, { argv, env, exitCode });
  }
}
