import { setTimeout as wait } from 'node:timers/promises';

import type { Random } from '#server/demo/random.ts';

import { dayEvents } from './day-events.ts';
import type { DemoPortal } from './demo-portal.ts';

const firstMinute = 9 * 60;
/** Minutes of the day between two events. */
const pause = { min: 1, max: 6 };

/** How to play a day. */
export interface ActivityDay {
  readonly portal: DemoPortal;
  readonly random: Random;
  /** How many times as fast as the clock. */
  readonly speed: number;
  /** How many hours of the day to play. */
  readonly hours: number;
  readonly print: (line: string) => void;
}

/** Plays an ordinary day, from 9:00 on. Prints what happens, with the time of the day. */
export async function playDay({ portal, random, speed, hours, print }: ActivityDay): Promise<void> {
  for (let minute = firstMinute; minute < firstMinute + hours * 60;) {
    const line = await random.pick(dayEvents)(portal, random);
    if (line !== undefined) print(`${clock(minute)}  ${line}`);
    const minutes = random.int(pause.min, pause.max);
    minute += minutes;
    await wait((minutes * 60_000) / speed);
  }
}

function clock(minute: number): string {
  return [Math.floor(minute / 60), minute % 60]
    .map((value) => String(value).padStart(2, '0'))
    .join(':');
}
