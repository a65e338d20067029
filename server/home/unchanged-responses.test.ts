import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';

import { started } from '#server/testing/access/with-people.ts';
import { databases, openTestDatabase } from '#server/testing/database/databases.ts';
import { makePartner } from '#server/testing/people.ts';

import { UnchangedResponses } from './unchanged-responses.ts';

describe.each(databases)('a response on %s', (kind) => {
  const database = started(async () => openTestDatabase(kind));
  const count = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from partners`.execute(database.db);
    return rows[0]?.n;
  };

  it('is sent again to the same reader alone, until something is committed', async () => {
    // other tests commit to their databases on the same PostgreSQL, whose snapshots are common
    await vi.waitFor(async () => {
      const responses = new UnchangedResponses<string>(database.db);
      let reads = 0;
      const read = async () => `${await count()} in read ${(reads += 1)}`;
      const before = (await count()) ?? 0;
      expect(await responses.find('one', read)).toBe(`${before} in read 1`);
      expect(await responses.find('one', read)).toBe(`${before} in read 1`);
      expect(await responses.find('other', read)).toBe(`${before} in read 2`);
      await makePartner(database.db);
      expect(await responses.find('one', read)).toBe(`${before + 1} in read 3`);
      expect(await responses.find('one', read)).toBe(`${before + 1} in read 3`);
    }, 10_000);
  });

  it('is read again if something was committed while it was read, or if it failed', async () => {
    const responses = new UnchangedResponses<number | undefined>(database.db);
    const before = await count();
    const slow = responses.find('one', async () => {
      const read = await count();
      await makePartner(database.db);
      return read;
    });
    expect(await slow).toBe(before);
    expect(await responses.find('one', count)).toBe((before ?? 0) + 1);
    const failed = new Error('failed');
    const failing = async () => responses.find('two', async () => Promise.reject(failed));
    await expect(failing()).rejects.toBe(failed);
    expect(await responses.find('two', count)).toBe((before ?? 0) + 1);
  });
});
