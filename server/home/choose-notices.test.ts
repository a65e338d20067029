import { expect, test } from 'vitest';

import { databases, openTestDatabase } from '#server/testing/database/databases.ts';
import { makePerson } from '#server/testing/people.ts';

import { chooseNotices } from './choose-notices.ts';

test.each(databases)(
  'a time zone that only browsers know is an error of its field on %s',
  async (kind) => {
    const database = await openTestDatabase(kind);
    const { accountId } = await makePerson(database.db, 'broker');
    const unknown = { kind: 'daily', timeZone: 'Harbour/Bridge', now: new Date() } as const;
    await expect(chooseNotices(database.db, accountId, unknown)).rejects.toMatchObject({
      code: 'invalid-fields',
      fields: { timeZone: 'The portal doesn’t know this time zone. Choose another.' },
    });
    await database.close();
  },
);
