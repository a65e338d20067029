import { expect, test } from 'vitest';

import { makePerson, type Person } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/test-app.ts';

test('people have names for those of their partner and for support, by account or contact', async () => {
  const service = await startTestApp('the embedded database');
  const { db } = service.database;
  const broker = await makePerson(db, 'broker');
  const colleague = await makePerson(db, 'broker', broker.partnerId);
  const stranger = await makePerson(db, 'partner-admin');
  const support = await makePerson(db, 'support');
  const ids = [colleague.accountId, colleague.contactId ?? '', stranger.accountId];
  ids.push(stranger.contactId ?? '', support.accountId, 'u-1');
  const named = async ({ session: headers }: Person) => {
    const query = new URLSearchParams(ids.map((id) => ['id', id] as [string, string])).toString();
    const response = await service.call('GET', `/portal/user-names?${query}`, { headers });
    return response
      .json<{ id: string }[]>()
      .map(({ id }) => id)
      .toSorted();
  };
  expect(await named(broker)).toEqual(ids.slice(0, 2).toSorted());
  expect(await named(stranger)).toEqual(ids.slice(2, 4).toSorted());
  expect(await named(support)).toEqual(ids.slice(0, 5).toSorted());
  const one = await service.as(broker).get(`/portal/user-names?id=${colleague.accountId}`);
  expect(one.json()).toEqual([{ id: colleague.accountId, name: 'Pat Moss' }]);
  await service.close();
});
