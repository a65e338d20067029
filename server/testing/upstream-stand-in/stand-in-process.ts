import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

import { remoteControl } from './control-port.ts';
import type { Control } from './control.ts';

const main = path.join(import.meta.dirname, 'main.ts');

/** The stand-in as a separate process, which can be killed and restarted at the same address. */
export interface StandInProcess {
  readonly url: string;
  /**
   * A restart clears failure modes, decided points and requests; records survive with `--journal`.
   */
  readonly control: Control;
  /** Ends the process at once, whatever it is doing. */
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/**
 * Starts `main.ts` with these options. Rejects with the error output when the process ends before
 * it listens.
 */
export async function startStandInProcess(
  options: readonly string[] = [],
): Promise<StandInProcess> {
  let running = await launch(options);
  const { url, control } = running;
  const samePorts = ['--port', new URL(url).port, '--control-port', new URL(control).port];
  return {
    url,
    control: remoteControl(control),
    kill: async () => running.end('SIGKILL'),
    start: async () => {
      running = await launch([...options, ...samePorts]);
    },
    stop: async () => running.end('SIGTERM'),
  };
}

async function launch(options: readonly string[]) {
  const child = spawn(process.execPath, [main, ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const lines = createInterface(child.stdout);
  const early = ended.then(() => {
    throw new Error('The stand-in ended before it listened.');
  });
  early.catch(() => {});
  const [line] = (await Promise.race([once(lines, 'line'), early])) as [string];
  return {
    ...(JSON.parse(line) as { url: string; control: string }),
    end: async (signal: 'SIGTERM' | 'SIGKILL') => {
      child.kill(signal);
      await ended;
    },
  };
}
