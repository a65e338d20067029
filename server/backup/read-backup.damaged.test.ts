import { readFile } from 'node:fs/promises';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { newId } from '#server/db/ids.ts';
import { backUp, openSmall, removePortals } from '#server/testing/storage/backed-up.ts';
import {
  type BackupEntry,
  pack,
  unpack,
  vouchFor,
  writeBytes,
} from '#server/testing/storage/forged-backups.ts';
import { openTarget } from '#server/testing/storage/rejected-backups.ts';

const passphrase = 'correct horse';
const start = async () => ({
  plain: await unpack((await backUp(await openSmall())).file),
  target: await openTarget(),
});
let shared: Awaited<ReturnType<typeof start>>;
beforeAll(async () => (shared = await start()));
afterAll(removePortals);

const isFile = ({ name }: BackupEntry) => name.startsWith('files/');
const [firstId, secondId] = [newId(), newId()];

describe.each([
  ['encrypted', passphrase],
  ['plain', undefined],
])('%s, with other content than a backup has', (_kind, given) => {
  const reject = async (entries: readonly BackupEntry[]) =>
    shared.target.reject(await pack(entries, given), given);

  test('two attached files exchanged', async () => {
    const files = shared.plain.filter(isFile);
    const [first] = files;
    const second = files.find(({ content }) => first && !content.equals(first.content));
    const exchanged = shared.plain.map((entry) => {
      if (entry === first) return { ...entry, content: second?.content ?? entry.content };
      return entry === second ? { ...entry, content: first?.content ?? entry.content } : entry;
    });
    expect(await reject(exchanged)).toContain('its content is not what its manifest says');
  });

  test('a table left out', async () => {
    const { plain } = shared;
    const left = plain.filter(({ name }) => !name.startsWith('tables/deals/'));
    expect(await reject(left)).toMatch(/it has 0 rows of deals, and its manifest says \d/);
    const vouched = vouchFor(left, ({ tables }) => ({
      tables: Object.fromEntries(Object.entries(tables).filter(([name]) => name !== 'deals')),
    }));
    expect(await reject(vouched)).toContain('it lacks the tables deals');
  });

  test('a table of no portal', async () => {
    const [manifest] = shared.plain.slice(-1);
    const more = [
      ...shared.plain.slice(0, -1).filter((entry) => !isFile(entry)),
      { name: 'tables/pg_class/1.jsonl', content: Buffer.from('"{}"\n') },
      ...shared.plain.filter(isFile),
      ...(manifest ? [manifest] : []),
    ];
    const vouched = vouchFor(more, ({ tables }) => ({ tables: { ...tables, pg_class: 1 } }));
    expect(await reject(vouched)).toContain('it has tables of no portal: ["pg_class"]');
  });

  test('an attachment whose id leads out of the folder', async () => {
    for (const name of [
      'files/../../precious.txt',
      'files/..',
      '/etc/passwd',
      'tables/../x/1.jsonl',
    ]) {
      const entries = [
        ...shared.plain.slice(0, -1),
        { name, content: Buffer.from('evil') },
        ...shared.plain.slice(-1),
      ];
      const said = await reject(
        vouchFor(entries, ({ attachments }) => ({ attachments: attachments + 1 })),
      );
      expect(said).toContain(`the entry ${JSON.stringify(name)}, which no backup has`);
    }
  });

  test('a link', async () => {
    const [first, ...rest] = shared.plain.filter(isFile);
    const link = { name: first?.name ?? '', content: Buffer.alloc(0), type: 'symlink' } as const;
    const entries = shared.plain.map((entry) => (entry === first ? link : entry));
    expect(rest.length).toBeGreaterThan(1);
    expect(await reject(vouchFor(entries))).toContain('is no file');
  });

  test('an entry twice, or in another place', async () => {
    const { plain } = shared;
    const manifest = plain.at(-1);
    const file = plain.find(isFile);
    const table = plain.find(({ name }) => name === 'tables/leads/1.jsonl');
    if (!manifest || !file || !table) throw new Error('The backup has all of them.');
    const before = plain.slice(0, -1);
    for (const entries of [
      [...before, file, manifest],
      [...before, table, manifest],
      [table, ...plain],
      [file, ...plain],
      [...plain, manifest],
      [...plain, { ...file, name: 'files/zzz' }],
    ])
      expect(await reject(vouchable(entries))).toMatch(/is there twice, or not in its place/);
  });

  test('the manifest missing, or none', async () => {
    expect(await reject(shared.plain.slice(0, -1))).toContain('it has no manifest.json');
    const other = { name: 'manifest.json', content: Buffer.from('{"tables":') };
    const said = await reject([...shared.plain.slice(0, -1), other]);
    expect(said).toContain('its manifest.json is not what a backup has');
  });

  test('of a newer version', async () => {
    const newer = vouchFor(shared.plain, () => ({ migration: '9999-newer' }));
    expect(await reject(newer)).toContain('whose last migration is "9999-newer"');
  });

  test('an attached file left out, or one of no attachment', async () => {
    const { plain } = shared;
    const first = plain.find(isFile);
    const without = plain.filter((entry) => entry !== first);
    const fewer = vouchFor(without, ({ attachments }) => ({ attachments: attachments - 1 }));
    expect(await reject(fewer)).toContain('it lacks the file of attachment');
    expect(await reject(without)).toMatch(/it has \d+ attached files, and its manifest says \d+/);
    const more = plain.toSpliced(-1, 0, { name: 'files/zzz', content: Buffer.from('x') });
    const vouched = vouchFor(more, ({ attachments }) => ({ attachments: attachments + 1 }));
    expect(await reject(vouched)).toContain('it has the file zzz, which no attachment has');
  });

  test('rows that are none', async () => {
    for (const row of [
      'no JSON',
      '{}',
      '"no row"',
      '"{\\"id\\": 1}"',
      JSON.stringify(JSON.stringify({ id: firstId, lead_id: secondId })),
    ]) {
      const entries = shared.plain.map((entry) =>
        entry.name === 'tables/accounts/1.jsonl'
          ? { ...entry, content: Buffer.from(`${row}\n`) }
          : entry,
      );
      const vouched = vouchFor(entries, ({ tables }) => ({ tables: { ...tables, accounts: 1 } }));
      expect(await reject(vouched), row).toContain('rows of accounts do not fit into the table');
    }
  });
});

test('what comes after the end of a plain backup', async () => {
  const bytes = await readFile(await pack(shared.plain));
  const file = await writeBytes(Buffer.concat([bytes, Buffer.from('more')]));
  expect(await shared.target.reject(file)).toContain('is cut, or not as it was written');
});

/** Returns entries whose hash in the manifest is theirs, in their order. */
function vouchable(entries: readonly BackupEntry[]): BackupEntry[] {
  const manifest = vouchFor(entries).at(-1);
  return entries.map((entry) => (entry.name === 'manifest.json' && manifest ? manifest : entry));
}
