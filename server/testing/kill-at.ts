import type pg from 'pg';
import { expect } from 'vitest';

import { untilWaiting } from './database/simultaneous.ts';
import type { ServiceProcess } from './service-process.ts';

/** Begins the action, and kills the process once it has reached a point. */
export type KillPoint = (begin: () => void, kill: () => Promise<void>) => Promise<void>;

/** Where a process is killed. */
export interface Step {
  /** Starts the process; and another one after each kill. */
  readonly start: () => ServiceProcess;
  /**
   * The points at which one process after the other is killed. A lock holds the process at its
   * point, or others have seen that it has passed the point. So no clock decides how far it is.
   */
  readonly at: readonly KillPoint[];
}

/** A process is killed while it waits for the lock of a transaction with this statement. */
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
 * Kills a process at the step while `action` is under way. For each further kill, `action` begins
 * again in the next process, where it may fail. Calls `check` with the origin of a process started
 * after the last kill, which knows only stored data, and with the errors that the killed ones
 * logged.
 */
export async function killAt(
  { start, at }: Step,
  action: (origin: string) => Promise<unknown>,
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
        acted = action(origin).then(ended, ended);
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
