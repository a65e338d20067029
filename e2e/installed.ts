import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Returns whether a file is executable. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns whether a program runs. An existing file may not: Playwright's browser without its
 * libraries, or a stub that only names another package.
 */
export function runs(path: string): boolean {
  return isExecutable(path) && spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0;
}

/** Returns the first of these programs that is on the PATH and passes the check. */
export function onPath(
  names: readonly string[],
  isUsable: (path: string) => boolean = runs,
): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isUsable);
}

/**
 * Installs Debian packages if the user is root on a Debian. Returns whether the installation
 * succeeded.
 */
export function installFromDebian(...packages: string[]): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  console.log(`Installing from Debian: ${packages.join(', ')}.`);
  const install = () => runApt('install', '-y', '--no-install-recommends', ...packages);
  // The lists of packages may be there and new enough.
  return install() || (runApt('update') && install());
}

/** How long to wait for another process that installs packages, in seconds. */
const maxLockSeconds = 600;

/**
 * Runs apt-get, and waits while another process installs, such as another run of the tests. apt
 * itself waits only for the lock of dpkg; the locks of the lists and of the downloads end it.
 */
function runApt(...args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' };
  const options = ['-qq', '-o', 'Acquire::http::Timeout=15'];
  options.push('-o', `DPkg::Lock::Timeout=${maxLockSeconds}`);
  for (let seconds = 0; ; seconds += 1) {
    const { status, stderr } = spawnSync('apt-get', [...options, ...args], {
      stdio: ['inherit', 'inherit', 'pipe'],
      encoding: 'utf8',
      env,
    });
    const isLocked = stderr.includes('Could not get lock') && seconds < maxLockSeconds;
    if (isLocked) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
    else {
      process.stderr.write(stderr);
      return status === 0;
    }
  }
}
