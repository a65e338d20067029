import { describe, expect, test } from 'vitest';

import { maxExportsPerHour } from '#contract/portal/exports.ts';
import { withService } from '#server/testing/access/with-people.ts';
import { databases } from '#server/testing/database/databases.ts';
import { makePerson } from '#server/testing/people.ts';

describe.each(databases)('exports on %s', (kind) => {
  const service = withService(kind);

  test('are a hundred of one account within an hour, also if prepared at once', async () => {
    const { db, pool } = service.database;
    const person = await makePerson(db, 'broker');
    const prepare = async () =>
      service.as(person).post('/portal/exports', { list: 'leads', query: '' });
    await prepare();
    await pool.query(
      `insert into exports (id, account_id, partner_id, list, query, is_filtered, created_at)
        select 'export' || n, account_id, partner_id, list, query, is_filtered, now() - interval '59 minutes'
        from exports, generate_series(1, $1::integer) as n`,
      [maxExportsPerHour - 4],
    );
    const responses = await Promise.all(Array.from({ length: 10 }, prepare));
    const rejected = responses.filter(({ statusCode }) => statusCode === 429);
    expect(rejected).toHaveLength(7);
    expect(rejected[0]?.json()).toEqual({
      error: 'You prepared 100 exports within an hour. Try again later.',
      code: 'too-many-requests',
    });
    const seconds = Number(rejected[0]?.headers['retry-after']);
    expect(seconds > 0 && seconds <= 60).toBe(true);
    await pool.query("update exports set created_at = created_at - interval '1 minute'");
    expect((await prepare()).statusCode).toBe(200);
  });
});
