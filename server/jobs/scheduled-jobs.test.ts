import fastify from 'fastify';
import { expect, test } from 'vitest';

import { scheduleHourly } from './scheduled-jobs.ts';

test('an app with a job that takes long is ready all the same, and closes once the job has ended', async () => {
  const app = fastify();
  const events: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  scheduleHourly(app, 'delete old files', async () => {
    await promise;
    events.push('the job has ended');
  });
  await app.ready();
  expect(events).toEqual([]);

  const closed = app.close().then(() => events.push('the app is closed'));
  await new Promise(setImmediate);
  expect(events).toEqual([]);
  resolve();
  await closed;
  expect(events).toEqual(['the job has ended', 'the app is closed']);
});
