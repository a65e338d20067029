import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';

import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  type ClamdStandIn,
  eicar,
  startClamdStandIn,
} from '#server/testing/scanning/clamd-stand-in.ts';

import { openScanner, scannedFiles } from './scanner.ts';

let clamd: ClamdStandIn;
beforeAll(async () => {
  clamd = await startClamdStandIn();
});
afterAll(async () => clamd.close());

const scan = async (pieces: Iterable<Buffer> | AsyncIterable<Buffer>, limitMs?: number) =>
  openScanner(clamd.url, limitMs)(Readable.from(pieces));

async function countScans(): Promise<Record<string, number>> {
  const { values } = await scannedFiles.get();
  return Object.fromEntries(values.map(({ labels, value }) => [labels.result, value]));
}

test('a file arrives whole, and the virus in it is named', async () => {
  const before = await countScans();
  const file = randomBytes(300_000);
  const pieces = [file.subarray(0, 1), file.subarray(1, 200_000), file.subarray(200_000)];
  expect(await scan(pieces)).toBeUndefined();
  expect(clamd.scanned.at(-1)?.equals(file)).toBe(true);
  expect(await scan([eicar.subarray(0, 5), eicar.subarray(5)])).toBe('Eicar-Signature');
  expect(await scan([])).toBeUndefined();
  const { clean = 0, infected = 0 } = before;
  expect(await countScans()).toEqual({ ...before, clean: clean + 2, infected: infected + 1 });
});

test('a file that is too large for the daemon is not scanned, for the reason that it says', async () => {
  const own = await startClamdStandIn();
  own.limit(100);
  const scanned = openScanner(own.url)(Readable.from([Buffer.alloc(101)]));
  await expect(scanned).rejects.toMatchObject({
    code: 'SCAN_FAILED',
    message: 'ClamAV: INSTREAM size limit exceeded. ERROR',
  });
  await own.close();
});

test('a daemon that is gone or silent, and a file that breaks off, fail the scan', async () => {
  const { failed = 0, 'broken off': brokenOff = 0 } = await countScans();
  const own = await startClamdStandIn();
  own.freeze();
  await expect(openScanner(own.url, 200)(Readable.from([eicar]))).rejects.toThrow('no response');
  await own.close();
  await expect(openScanner(own.url)(Readable.from([eicar]))).rejects.toThrow('ECONNREFUSED');
  async function* breakOff() {
    yield Buffer.from('%PDF');
    throw new Error('cut off');
  }
  await expect(scan(breakOff())).rejects.toThrow('cut off');
  const after = await countScans();
  expect([after['failed'], after['broken off']]).toEqual([failed + 2, brokenOff + 1]);
});
