import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';

import { findBrowser } from '#e2e/browser.ts';
import { findClamd } from '#e2e/clamd.ts';
import { findFirefox, findWebKit } from '#e2e/engines/find-engine.ts';

import { type Step, TestRun } from './test-run.ts';

/**
 * `npm run test:release`: everything, by hand before a release. Besides the other two runs: widths,
 * axe in every state, translated pages, the stories in front of an existing service; broken
 * databases and disks, alerts, restores; long uploads and feeds under kills; properties with new
 * values; malformed requests; failover; speed. Arguments are names of steps: only these run.
 * docs/release-run.md gets what they showed. The last line is the sum of what ran.
 *
 * `GENERATED_FILES` and `FUZZ_RUNS` set how much is generated, `GENERATED_FROM` and `FUZZ_SEED`
 * from which value on.
 */
const { GENERATED_FILES = '20000', FUZZ_RUNS = '5000' } = process.env;
const long = { GENERATED_FILES, FUZZ_RUNS, LONG_TESTS: '1' };
/** Files of `npm run test:merge` that have a longer form. */
const longOnes = [
  'server/bulk-uploads/own/submit-rows.killed',
  'server/bulk-uploads/upstream/forward-rows.',
  'server/feed/feed.routes.killed-',
  'server/records/list/list.store.mirrored',
  'server/records/list/list.store.polled',
];
const longStories = ['bulk-upload-exactly-once', 'merge/operator.spec'];

const run = new TestRun();
const npm = (...args: readonly string[]) => ['npm', 'run', '--silent', ...args];
const steps: Readonly<Record<string, (name: string) => Promise<void>>> = {
  test: async (name) => run.check(name, npm('test')),
  merge: async (name) => run.check(name, npm('test:merge')),
  service: async (name) => run.vitest(name, [], { TESTS: 'release' }),
  browsers: async (name) =>
    run.playwright(name, ['--config', 'e2e/release.config.ts'], () => {
      findClamd();
      findFirefox();
      findWebKit();
      return { CHROMIUM_PATH: findBrowser() };
    }),
  values: async (name) => run.vitest(name, [], long),
  long: async (name) => run.vitest(name, longOnes, { ...long, TESTS: 'merge' }),
  stories: async (name) =>
    run.playwright(name, ['--config', 'e2e/merge.config.ts', ...longStories], () => ({
      ...long,
      CHROMIUM_PATH: findBrowser(),
    })),
  generated: async (name) =>
    run.vitest(name, ['server/http/malformed-requests', 'open-workbook'], {
      ...long,
      TESTS: 'release',
    }),
  failover: async (name) => run.check(name, npm('test:failover')),
  bench: async (name) => run.check(name, npm('bench')),
  'bench:csv': async (name) => run.check(name, npm('bench:csv')),
  'bench:bounds': async (name) => run.check(name, npm('bench:bounds')),
};

const page = 'docs/release-run.md';
const titles = ['step', 'passed', 'failed', 'seconds', 'run on', 'version'];

const cells = (line: string) => line.split('|').map((cell) => cell.trim());

/** Writes what each step last showed: those that ran now, and the others as they are. */
function writePage(ended: readonly Step[]): void {
  const today = new Date().toISOString().slice(0, 10);
  const version = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' });
  const before = readFileSync(page, 'utf8').split('\n').map(cells);
  const now = ended.map(({ name, passed, failed, seconds }) =>
    ['', name, passed, failed, seconds, today, version.trim(), ''].map(String),
  );
  const rows = Object.keys(steps).flatMap((name) => {
    const row = [...now, ...before].find(([, first]) => first === name);
    return row ? [row.join(' | ').trim()] : [];
  });
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB`;
  const table = [titles, titles.map(() => '---')].map((line) => `| ${line.join(' | ')} |`);
  writeFileSync(
    page,
    `# What each step before a release last showed

Written by \`npm run test:release\`; \`scripts/test-release.ts\` says what each step is. ${machine}, Node ${process.version}.

${[...table, ...rows].join('\n')}
`,
  );
  spawnSync('oxfmt', [page], { stdio: 'inherit' });
}

const requested = process.argv.slice(2);
const unknown = requested.filter((name) => !(name in steps));
if (unknown.length > 0) {
  console.error(`No such step: ${unknown.join(', ')}. Steps: ${Object.keys(steps).join(', ')}.`);
  process.exit(1);
}
for (const [name, start] of Object.entries(steps))
  if (requested.length === 0 || requested.includes(name)) await start(name);
writePage(run.conclude());
