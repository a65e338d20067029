import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';

import type { Engine, RunningBrowser } from './engine.ts';
import { openWindow } from './webdriver-engine.ts';

/** How long opening a window may take, in milliseconds: a busy machine needs 3 seconds. */
const openingLimit = 20_000;

/**
 * Starts WebKitGTK’s driver, which opens a window for each session. A driver that opens none, as
 * happens once in hundreds of sessions, is replaced by a new one, once.
 */
export async function startWebKit(
  path: string,
  window: { width: number; height: number },
): Promise<RunningBrowser> {
  let driver = await startDriver(path);
  return {
    session: async () => {
      const opened = await Promise.race([openWindow(driver.url, window), late()]);
      if (opened) return opened;
      await driver.stop();
      driver = await startDriver(path);
      return openWindow(driver.url, window);
    },
    close: async () => driver.stop(),
  };
}

/** Waits as long as opening a window may take. */
const late = async (): Promise<Engine | undefined> =>
  setTimeout(openingLimit, undefined, { ref: false });

/** Returns whether a driver responds at a URL. */
const isListening = async (url: string): Promise<boolean> =>
  fetch(`${url}/status`).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Starts the driver on a free port, with its own display and D-Bus session. Stopping it also ends
 * every process it started.
 */
async function startDriver(path: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const port = await freePort();
  const child = spawn(
    'dbus-run-session',
    ['--', 'xvfb-run', '-a', '-s', '-screen 0 1600x1200x24', path, `--port=${port}`],
    // Every Debian has this locale, though the browser derives the invalid language `C` from it.
    // Without a graphics card, rendering is faster without compositing.
    {
      stdio: 'ignore',
      detached: true,
      env: { ...process.env, LC_ALL: 'C.UTF-8', WEBKIT_DISABLE_COMPOSITING_MODE: '1' },
    },
  );
  const ended = once(child, 'exit');
  const stop = async () => {
    if (child.exitCode !== null || child.pid === undefined) return;
    process.kill(-child.pid, 'SIGTERM');
    await ended;
  };
  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + 120_000;
  while (!(await isListening(url))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error('WebKitWebDriver did not start.');
    }
    await setTimeout(50);
  }
  return { url, stop };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}
