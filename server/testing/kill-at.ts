import type pg from 'pg';
import { expect } from 'vitest';

import { untilWaiting } from './database/simultaneous.ts';
import type { ServiceProcess } from './service-process.ts';

/** Begins what is done, and kills the process once it is there. */
export type KillPoint = (begin: () => void, kill: () => Promise<void>) => Promise<void>;

/** Where a process is killed. */
export interface Step {
  /** Starts the process; and another one after each kill. */
  readonly start: () => ServiceProcess;
  /**
   * Where one process after the other is killed. Each is at a point for as long as it takes, or has
   * passed it: a lock holds it there, or others have seen what it did. So no clock decides what is
   * under way when it is killed.
   */
  readonly at: readonly KillPoint[];
}

/** A process is killed while it waits for what a transaction with this statement has locked. */
export function whileLocked(pool: pg.Pool, statement: string): KillPoint {
  return async (begin, kill) => {
    const client = await pool.connect();
    try {
      await client.query(`begin; ${statement}`);
      begin();
      await untilWaiting(pool, 1);
      await kill();
    } finally {
      // Closes the connection, so that the transaction ends with a failed test too.
      client.release(true);
    }
  };
}

/** A process is killed as soon as `reached` resolves. */
export function whenReached(reached: () => Promise<unknown>): KillPoint {
  return async (begin, kill) => {
    begin();
    await reached();
    await kill();
  };
}

/**
 * Kills a process at the step while `act` is under way, which is begun again in the next process
 * for each further kill; it may fail then. Calls `check` with the origin of a process that was
 * started after the last one, so that it knows what is stored and nothing else, and with what those
 * that were killed logged as errors.
 */
export async function killAt(
  { start, at }: Step,
  act: (origin: string) => Promise<unknown>,
  check: (origin: string, logged: string) => Promise<void>,
): Promise<void> {
  let logged = '';
  for (const point of at)
    await inProcess(start, async (killed) => {
      const origin = await killed.origin;
      let isActing = false;
      let acted: Promise<unknown> | undefined;
      const begin = () => {
        isActing = true;
        const ended = () => (isActing = false);
        acted = act(origin).then(ended, ended);
      };
      await point(begin, async () => {
        expect(isActing).toBe(true);
        const { code, stderr } = await killed.end('SIGKILL');
        expect(code).toBeNull();
        logged += stderr;
      });
      await acted;
    });
  await inProcess(start, async (again) => {
    await check(await again.origin, logged);
    expect(await again.end('SIGTERM')).toMatchObject({ code: 0 });
  });
}

/** Starts a process, which has ended when `use` has, also if that fails. */
async function inProcess(
  start: Step['start'],
  use: (process: ServiceProcess) => Promise<void>,
): Promise<void> {
  const process = start();
  await use(process).finally(async () => process.end('SIGKILL'));
}
