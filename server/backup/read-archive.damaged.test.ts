import { readFile } from 'node:fs/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  backUp,
  openEmpty,
  openSmall,
  removePortals,
  restore,
} from '#server/testing/storage/backed-up.ts';
import { pack, unpack, writeBytes } from '#server/testing/storage/forged-backups.ts';
import { openTarget } from '#server/testing/storage/rejected-backups.ts';

const passphrase = 'correct horse';
/** How long a chunk of age is: https://age-encryption.org/v1. */
const chunkLength = 64 * 1024 + 16;

const start = async () => {
  const plain = await unpack((await backUp(await openSmall())).file);
  const file = await pack(plain, passphrase);
  const bytes = await readFile(file);
  const header = bytes.indexOf('\n', bytes.indexOf('\n--- ') + 1) + 1;
  // The chunks begin behind the nonce.
  return { plain, file, bytes, chunks: header + 16, target: await openTarget() };
};
let shared: Awaited<ReturnType<typeof start>>;
beforeAll(async () => (shared = await start()));
afterAll(removePortals);

const attacked = async (file: string) => shared.target.reject(file, passphrase);
const notAsWritten = 'is cut, or not as it was written. Nothing was restored.';

test('what is not changed is restored', async () => {
  const target = await openEmpty('PostgreSQL');
  expect(await restore(target, shared.file, passphrase)).toContain('attached files');
});

test('a bit of any part', async () => {
  const { bytes, chunks } = shared;
  for (const at of [chunks + 1, chunks + chunkLength + 5, bytes.length - 1])
    expect(await attacked(await writeBytes(bytes.with(at, (bytes[at] ?? 0) ^ 1)))).toContain(
      notAsWritten,
    );
  const inHeader = bytes.with(chunks - 40, (bytes[chunks - 40] ?? 0) ^ 1);
  expect(await attacked(await writeBytes(inHeader))).toContain('the beginning of the backup');
  expect(await attacked(await writeBytes(bytes.with(0, 0)))).toContain('is no backup');
});

test('cut anywhere', async () => {
  const { bytes, chunks } = shared;
  for (const end of [bytes.length - 1, chunks + 2 * chunkLength, chunks + chunkLength, chunks])
    expect(await attacked(await writeBytes(bytes.subarray(0, end))), String(end)).toContain(
      notAsWritten,
    );
  expect(await attacked(await writeBytes(bytes.subarray(0, 60)))).toContain('the beginning');
  expect(await attacked(await writeBytes(bytes.subarray(0, 0)))).toContain('is no backup');
});

test('parts exchanged, repeated or appended', async () => {
  const { bytes, chunks } = shared;
  const part = (number: number) =>
    bytes.subarray(chunks + number * chunkLength, chunks + (number + 1) * chunkLength);
  const header = bytes.subarray(0, chunks);
  const rest = bytes.subarray(chunks + 2 * chunkLength);
  for (const changed of [
    [header, part(1), part(0), rest],
    [header, part(0), part(0), part(1), rest],
    [header, part(1), rest],
    [bytes, Buffer.from('more')],
    [bytes, part(0)],
    [bytes, bytes],
  ])
    expect(await attacked(await writeBytes(Buffer.concat(changed)))).toContain(notAsWritten);
});

test('written anew with another passphrase, or with none', async () => {
  const { plain } = shared;
  expect(await attacked(await pack(plain, 'wrong horse'))).toContain('is not that of this backup');
  expect(await attacked(await pack(plain))).toContain('BACKUP_PASSPHRASE is set');
});
