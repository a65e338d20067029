import { describe, expect, test } from 'vitest';

import { withService } from '#server/testing/access/with-people.ts';
import { databases } from '#server/testing/database/databases.ts';

import { countEmail, deleteOldEmailCounts, emailLimits } from './email-limits.store.ts';

describe.each(databases)('emails counted on %s', (kind) => {
  const service = withService(kind);
  const { atOnce } = emailLimits.recipient;
  const count = async (who: string) => countEmail(service.database.db, 'recipient', who);
  const pass = async (time: string) =>
    service.database.pool.query(
      `update sent_emails set counted_until = counted_until - interval '${time}'`,
    );

  test('to one address are a few at once, then one a day', async () => {
    const who = 'ann@people.test';
    const burst = await Promise.all(Array.from({ length: 20 }, async () => count(who)));
    expect(burst.filter((seconds) => seconds === 0)).toHaveLength(atOnce);
    // Of the day that it takes, this test has used a little.
    const aDay = expect.toSatisfy((seconds: number) => seconds > 82_800 && seconds <= 86_400);
    expect(await count('ANN@People.test')).toEqual(aDay);
    expect(await count('bob@people.test')).toBe(0);
    await pass('1 day');
    expect([await count(who), await count(who)]).toEqual([0, aDay]);
    await pass('2 days');
    expect([await count(who), await count(who), await count(who)]).toEqual([0, 0, aDay]);
  });

  test('are forgotten once they are not counted any more', async () => {
    const { db } = service.database;
    const read = async () => db.selectFrom('sent_emails').select('key').execute();
    await count('dan@people.test');
    await deleteOldEmailCounts(db);
    expect(await read()).not.toEqual([]);
    await pass('30 days');
    await deleteOldEmailCounts(db);
    expect(await read()).toEqual([]);
  });
});
