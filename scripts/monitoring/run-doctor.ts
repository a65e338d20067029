import { execFile } from 'node:child_process';

import { expect } from 'vitest';

import { testSecret } from '#server/testing/test-app.ts';

/** Runs the command. Expects an exit code of 1 if anything is wrong. Returns its lines. */
export async function examine(
  env: Record<string, string>,
  nodeOptions: readonly string[] = [],
  ignored = /pages are not built|GiB left|owns the audit trail/,
) {
  const args = [...nodeOptions, 'server/cli/doctor/doctor.ts'];
  const options = { env: { DEMO: '0', PORT: '0', ...env } };
  return new Promise<string[]>((resolve) => {
    execFile(process.execPath, args, options, (error, stdout, stderr) => {
      const count = (kind: string) => `\n${stdout}`.split(`\n${kind}:`).length - 1;
      const rest = count('warning') > 0 ? `; ${count('warning')} warnings` : '';
      expect(`\n${stdout}`.trimEnd().split('\n').at(-1)).toBe(
        /^wrong:/m.test(stdout) ? `Wrong: ${count('wrong')}.` : `Nothing is wrong${rest}.`,
      );
      const lines = stdout.trim().split('\n');
      expect(stderr).toBe('');
      expect(error?.code ?? 0).toBe(lines.some((line) => line.startsWith('wrong:')) ? 1 : 0);
      expect(stdout).not.toMatch(new RegExp(`${testSecret}|hidden-password`));
      resolve(lines.filter((line) => !ignored.test(line)));
    });
  });
}

/** Returns the lines of warnings and errors. */
export const findOthers = async (...args: Parameters<typeof examine>) =>
  (await examine(...args)).slice(0, -1).filter((line) => !line.startsWith('ok:'));
