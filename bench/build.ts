import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** The folder of the project. */
export const root = path.join(import.meta.dirname, '..');

/** Runs a build script to its end; throws what it printed when it fails. */
export function build(script: string): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { cwd: root });
  if (status !== 0) throw new Error(`${script} failed:\n${stdout.toString()}${stderr.toString()}`);
}
