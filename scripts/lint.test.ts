import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

const restrictedImport = 'eslint(no-restricted-imports)';
const kysely = "import { sql } from 'kysely';\n\nexport const one = sql`select 1`;\n";
const importing = (file: string) =>
  `import { one } from '${file}';\n\nexport const two = one + 1;\n`;
const lines = (count: number) =>
  Array.from({ length: count }, (_, at) => `export const value${at} = ${at};\n`).join('');
const longFunction = (count: number) =>
  `export function add(sum: number) {\n  let all = sum;\n${'  all += sum;\n'.repeat(count - 4)}  return all;\n}\n`;
const branches = (count: number) =>
  `export const count = (of: number) => ${Array.from({ length: count }, (_, at) => `of === ${at}`).join(' || ')};\n`;

/** What lint rejects, one planted file for each kind: the rule, the file and its content. */
const planted: readonly (readonly [rule: string, file: string, content: string])[] = [
  [restrictedImport, 'server/leads/planted.routes.ts', kysely],
  [restrictedImport, 'server/leads/planted.rules.ts', importing('#server/deals/deals.routes.ts')],
  [restrictedImport, 'server/leads/planted.policy.ts', importing('../deals/deals.store.ts')],
  [restrictedImport, 'src/features/deals/planted.ts', importing('#src/features/leads/planted.ts')],
  [restrictedImport, 'src/ui/planted.ts', importing('#src/api/client.ts')],
  [restrictedImport, 'src/pages/planted.ts', importing('#server/app.ts')],
  [restrictedImport, 'contract/planted.ts', "export { sort as order } from 'react';\n"],
  ['eslint(max-lines)', 'server/leads/long.rules.ts', lines(251)],
  ['eslint(max-lines-per-function)', 'server/leads/long-function.rules.ts', longFunction(81)],
  ['eslint(complexity)', 'server/leads/complex.rules.ts', branches(17)],
  ['typescript(no-explicit-any)', 'server/leads/any.rules.ts', 'export const anything: any = 1;\n'],
];

/** What looks like it and is allowed. */
const allowed: readonly (readonly [file: string, content: string])[] = [
  ['server/leads/allowed.store.ts', kysely],
  ['server/leads/allowed.rules.ts', importing('#server/deals/deals.store.ts')],
  ['src/features/deals/allowed.ts', importing('#src/features/records/planted.ts')],
  ['server/leads/full.rules.ts', lines(250)],
  ['server/leads/full-function.rules.ts', longFunction(80)],
  ['server/leads/branches.rules.ts', branches(16)],
];

test('lint rejects a planted line of each kind, and nothing beside it', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'planted-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const file of ['oxlint.config.ts', 'package.json', 'tsconfig.json', 'tsconfig.base.json'])
    cpSync(file, path.join(folder, file));
  cpSync('scripts/allowed-imports.ts', path.join(folder, 'scripts/allowed-imports.ts'));
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
  const write = (file: string, content: string) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), content);
  };
  for (const [, file, content] of planted) write(file, content);
  for (const [file, content] of allowed) write(file, content);

  const { stdout, stderr, status } = spawnSync(
    path.resolve('node_modules/.bin/oxlint'),
    ['--format', 'json', 'contract', 'server', 'src'],
    { cwd: folder, encoding: 'utf8' },
  );

  expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
  const { diagnostics }: { diagnostics: { code: string; filename: string }[] } = JSON.parse(stdout);
  const found = diagnostics.map(({ code, filename }) => `${code} ${filename}`);
  expect(found.toSorted()).toEqual(planted.map(([rule, file]) => `${rule} ${file}`).toSorted());
});
