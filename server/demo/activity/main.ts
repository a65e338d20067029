import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

import { randomFrom } from '#server/demo/random.ts';
import { ExplainedError } from '#server/errors/explained-error.ts';

import { openDemoPortal } from './demo-portal.ts';
import { playDay } from './play-day.ts';

const usage = `Usage: npm run demo:activity -- [--speed <times>] [--url <address>]
  --speed 60    how many times as fast as the clock; 60, the default, plays a day in 8 minutes
  --url …       the running portal in demo mode; by default http://127.0.0.1:3000`;

try {
  const { values } = parseArgs({ options: { speed: { type: 'string' }, url: { type: 'string' } } });
  const speed = Number(values.speed ?? 60);
  if (!(speed > 0)) throw new ExplainedError(usage);
  const url = values.url ?? `http://127.0.0.1:${process.env['PORT'] ?? 3000}`;
  const portal = await openDemoPortal(new URL(url).origin);
  const random = randomFrom(randomInt(2 ** 32));
  await playDay({ portal, random, speed, hours: 8, print: console.log });
} catch (error) {
  const text = error instanceof TypeError ? `${error.message}\n${usage}` : error;
  console.error(error instanceof ExplainedError ? error.message : text);
  process.exitCode = 1;
}
