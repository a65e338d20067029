import { spawnSync } from 'node:child_process';

import * as z from 'zod/mini';

import { systemErrorCode } from '#server/errors/system-error-code.ts';

/**
 * `node scripts/vulnerabilities.ts`: asks the registry for known vulnerabilities of the packages
 * that production needs. Fails when one is high or critical, or when npm can't ask. Only prints a
 * line when the registry does not respond, which is no failure of the product.
 */
const { stdout, error } = spawnSync('npm', ['audit', '--omit', 'dev', '--json'], {
  encoding: 'utf8',
  timeout: 60_000,
  maxBuffer: 64 * 2 ** 20,
});
const report = z.safeParse(
  z.object({
    auditReportVersion: z.number(),
    vulnerabilities: z.record(z.string(), z.object({ severity: z.string() })),
  }),
  readJson(stdout),
);
const failed = z.safeParse(z.object({ error: z.object({ code: z.string() }) }), readJson(stdout));
const code = failed.data?.error.code ?? systemErrorCode(error);
if (report.success) {
  const found = Object.entries(report.data.vulnerabilities);
  const lines = found.map(([name, { severity }]) => `  ${name}: ${severity}`);
  const urgent = found.filter(([, { severity }]) => /^(high|critical)$/.test(severity));
  console.log(
    [`Known vulnerabilities: ${found.length}, high or critical: ${urgent.length}.`, ...lines].join(
      '\n',
    ),
  );
  process.exitCode = urgent.length > 0 ? 1 : 0;
} else if (code !== undefined && /^(ENOENT|ENOBUFS|ENOLOCK)$/.test(code)) {
  console.log(`VULNERABILITIES NOT CHECKED: npm failed with ${code}.`);
  process.exitCode = 1;
} else console.log('VULNERABILITIES NOT CHECKED: the registry of packages did not answer.');

function readJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return null;
  }
}
