import { execFileSync } from 'node:child_process';
import os from 'node:os';

import { findBrowser } from '#e2e/browser.ts';

/** Returns the machine and the time of the measurement, in one line. */
export function machine(): string {
  const [cpu] = os.cpus();
  return [
    `${cpu?.model ?? 'unknown CPU'}, ${os.cpus().length} cores`,
    `${Math.round(os.totalmem() / 2 ** 30)} GiB`,
    `${os.type()} ${os.release()}`,
    `Node ${process.version}`,
    browserVersion(),
    new Date().toISOString().slice(0, 16).replace('T', ' '),
  ].join(' · ');
}

function browserVersion(): string {
  const printed = execFileSync(findBrowser(), ['--version'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return /\w+ [\d.]+/.exec(printed.toString())?.[0] ?? 'unknown browser';
}
