import { spawnSync } from 'node:child_process';

/**
 * `npm run test:long`: the tests that take over 15 s by their nature, in full: uploads of many
 * rows, and the changes feed, while services are killed again and again; mirrors by `updatedSince`
 * beside writers; files of leads in any language and encoding, and damaged workbooks, by the
 * thousand; the tests of `npm run unit` with new values for those of properties; and a program of
 * the operator beside browsers on PostgreSQL. The other commands run their short forms.
 * `GENERATED_FILES` and `FUZZ_RUNS` set how many, `GENERATED_FROM` and `FUZZ_SEED` which.
 */
const env = { GENERATED_FILES: '20000', FUZZ_RUNS: '5000', ...process.env, LONG_TESTS: '1' };
const runs = [
  [
    'test:slow',
    'server/bulk-uploads/killed-',
    'server/bulk-uploads/lost-responses',
    'server/feed/killed-',
    'server/records/list/mirrored-list',
    'server/records/list/asked-again',
    'src/bulk-upload/workbook/open-workbook',
  ],
  // All, since its property tests draw new values.
  ['unit'],
  ['test:browsers', 'bulk-upload-exactly-once', 'further/operator.spec'],
] as const;
const statuses = runs.map(([script, ...files]) => {
  console.log(`\n— ${script}`);
  return spawnSync('npm', ['run', '--silent', script, '--', ...files], { stdio: 'inherit', env })
    .status;
});
process.exitCode = statuses.every((status) => status === 0) ? 0 : 1;
