import { afterAll, expect, test } from 'vitest';

import { databases } from '#server/testing/database/databases.ts';
import {
  backUp,
  openEmpty,
  openSeeded,
  readAll,
  removePortals,
  restore,
} from '#server/testing/storage/backed-up.ts';

afterAll(removePortals);

test.each(databases)(
  'what is backed up from a server is restored on %s and back, every row and byte, and goes on',
  async (kind) => {
    const portal = await openSeeded();
    const { file, said } = await backUp(portal);
    const counted = /^\d{4,} rows of \d\d tables and [1-9]\d* attached files/;
    expect(said).toMatch(counted);
    const other = await openEmpty(kind);
    const restored = await restore(other, file);
    expect(restored).toContain(counted.exec(said)?.[0]);
    // Neither hides that anybody can have changed it.
    expect(said).toContain('It is not encrypted, and whoever can change it decides');
    expect(restored).toContain('Nobody vouches for it: it was not encrypted.');
    const server = await openEmpty('PostgreSQL');
    const passphrase = 'correct horse';
    await restore(server, (await backUp(other, passphrase)).file, passphrase);
    expect(await readAll(server)).toEqual(await readAll(portal));
    // Triggers run again, and ids continue after the last one.
    await server.db.insertInto('partners').values({ id: 'new', name: 'New' }).execute();
    const changes = server.db.selectFrom('partner_changes').select('record_id');
    expect(await changes.orderBy('id', 'desc').executeTakeFirst()).toEqual({ record_id: 'new' });
  },
);
