import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** The project's root folder. */
export const root = path.join(import.meta.dirname, '..');

/**
 * Runs a build script to completion.
 * @throws Error with the script's output if it fails.
 */
export function build(script: string): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { cwd: root });
  if (status !== 0) throw new Error(`${script} failed:\n${stdout.toString()}${stderr.toString()}`);
}
