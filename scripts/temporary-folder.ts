import { chmodSync, mkdtempSync, readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Where Linux keeps files in memory. */
const inMemory = '/dev/shm';
/** Far more than tests ever hold at once, in bytes. */
const roomNeeded = 4 * 1024 ** 3;

/**
 * Makes a folder for the temporary files of a test run: in memory where there is plenty, because
 * tests create, copy and drop more than a hundred databases.
 */
export function makeTemporaryFolder(): string {
  const folder = mkdtempSync(path.join(isFitForTests() ? inMemory : tmpdir(), 'portal-tests-'));
  // PostgreSQL, which `nobody` runs for root, has its folder in this one.
  chmodSync(folder, 0o711);
  return folder;
}

/** Returns whether memory has room for files, and programs there may be started. */
function isFitForTests(): boolean {
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
    const [, , type = '', options = ''] =
      mounts.map((line) => line.split(' ')).findLast(([, place]) => place === inMemory) ?? [];
    const isProgramFolder = type === 'tmpfs' && !options.split(',').includes('noexec');
    const hasRoom = bavail * bsize > roomNeeded && process.availableMemory() > 2 * roomNeeded;
    return isProgramFolder && hasRoom;
  } catch {
    // Other systems have no such folder.
    return false;
  }
}
