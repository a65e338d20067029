import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';

import { FolderLockedError, lockFolder } from './folder-lock.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portal-lock-'));
});
afterEach(async () => rm(folder, { recursive: true }));

/** Starts another process that holds the lock until it is killed. */
async function otherProcess() {
  const script = `
    const { lockFolder } = await import(${JSON.stringify(path.join(import.meta.dirname, 'folder-lock.ts'))});
    const unlock = lockFolder(${JSON.stringify(folder)});
    console.log('locked');
    // The lock is the function's: it would go with it.
    setInterval(() => unlock, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

test('a folder locked by another process cannot be opened until that process ends', async () => {
  const other = await otherProcess();
  expect(() => lockFolder(folder)).toThrow(FolderLockedError);
  expect(() => lockFolder(folder)).toThrow('in use by another running portal');
  other.kill('SIGKILL');
  await once(other, 'exit');
  lockFolder(folder)();
});

test('an unlocked folder can be locked again', () => {
  const unlock = lockFolder(folder);
  expect(() => lockFolder(folder)).toThrow(FolderLockedError);
  unlock();
  lockFolder(folder)();
});
