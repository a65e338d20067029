import { readFileSync } from 'node:fs';

import type { Browser } from '@playwright/test';

/**
 * Watches how much memory a browser's pages and their workers use, from the process status in
 * Linux's /proc.
 */
export async function watchMemory(browser: Browser): Promise<{ stop(): number }> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const pages = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  const taken = () => pages.reduce((sum, id) => sum + residentMegabytes(id), 0);
  const start = taken();
  let peak = start;
  const timer = setInterval(() => {
    peak = Math.max(peak, taken());
  }, 20);
  return {
    /** Returns the peak memory above the start, in MB. */
    stop() {
      clearInterval(timer);
      return Math.max(peak, taken()) - start;
    },
  };
}

/** Returns the resident memory of a process in MB; 0 once it has exited. */
export function residentMegabytes(id: number): number {
  try {
    const status = readFileSync(`/proc/${id}/status`, 'utf8');
    return Number(/VmRSS:\s*(\d+) kB/.exec(status)?.[1] ?? 0) / 1000;
  } catch {
    return 0;
  }
}
