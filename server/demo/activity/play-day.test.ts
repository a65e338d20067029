import { beforeAll, expect, test, vi } from 'vitest';

import { randomFrom } from '#server/demo/random.ts';
import { seedDemo } from '#server/demo/seed-demo.ts';
import { folderStore } from '#server/files/folder-store.ts';
import { withService } from '#server/testing/access/with-people.ts';
import { testSecrets } from '#server/testing/test-app.ts';
import { startTestApp } from '#server/testing/test-app.ts';

import { openDemoPortal } from './demo-portal.ts';
import { dayEvents } from './play-day.ts';
import { playDay } from './play-day.ts';

let origin: string;
const service = withService('PostgreSQL', { env: { DEMO: '1' } });
beforeAll(async () => {
  await seedDemo(service.database.db, folderStore(service.config.dataDir, testSecrets.fileKeys));
  origin = await service.app.listen({ port: 0 });
});

test('whatever happens on a day is done by whom it is: the operator’s program, or a signed-in person', async () => {
  const { pool } = service.database;
  const { rows: before } = await pool.query<{ last: number }>(
    'select max(id) as last from changes',
  );
  const portal = await openDemoPortal(origin);
  const random = randomFrom(7);
  const soon = { interval: 1, timeout: 20_000 };
  for (const event of new Set(dayEvents))
    await vi.waitUntil(async () => (await event(portal, random)) !== undefined, soon);
  const [moveLead] = dayEvents;
  await vi.waitUntil(
    async () => (await moveLead?.(portal, random))?.endsWith('became a deal'),
    soon,
  );
  const { rows } = await pool.query<{ kinds: string[] }>(
    `select array_agg(distinct concat_ws(' ', record_type, kind, via)) as kinds from changes where id > $1`,
    [before[0]?.last],
  );
  expect(rows[0]?.kinds).toEqual(
    expect.arrayContaining([
      'deal call operator',
      'deal changed operator',
      'deal created operator',
      'lead changed operator',
      'lead created portal',
      'lead request operator',
      'lead request portal',
    ]),
  );
});

test('a day is played hour by hour, as fast as asked for', async () => {
  const lines: string[] = [];
  const portal = await openDemoPortal(origin);
  const print = (line: string) => lines.push(line);
  await playDay({ portal, random: randomFrom(7), speed: Infinity, hours: 1, print });
  expect(lines.length).toBeGreaterThanOrEqual(8);
  expect(lines[0]).toMatch(/^09:00 {2}\S/);
  expect(lines.at(-1)).toMatch(/^09:[45]\d {2}/);
});

test('a portal that is not in demo mode, is in front of a service, or is none, is left alone', async () => {
  const env = { DEMO: '1', UPSTREAM_URL: 'http://127.0.0.1:9' };
  const inFront = await startTestApp('PostgreSQL', { env });
  const front = await inFront.app.listen({ port: 0 });
  await expect(openDemoPortal(front)).rejects.toThrow('404');
  await inFront.close();
  const real = await startTestApp('PostgreSQL');
  const other = await real.app.listen({ port: 0 });
  await expect(openDemoPortal(other)).rejects.toThrow('is not in demo mode');
  await real.close();
  await expect(openDemoPortal(other)).rejects.toThrow('There is no portal at');
});
