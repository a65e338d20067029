import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { databases } from '#server/testing/databases.ts';
import { makePerson, type Person } from '#server/testing/people.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';

const given = {
  firstName: 'Aroha',
  lastName: 'Ngata',
  companyName: 'Kauri Joinery',
  phone: '+64 21 555 0101',
};

describe.each(databases)('creating, reading and changing leads on %s', (kind) => {
  let service: TestApp;
  let broker: Person;
  beforeAll(async () => {
    service = await startTestApp(kind);
    broker = await makePerson(service.database.db, 'broker');
  });
  afterAll(async () => service.close());

  it('creates and reads', async () => {
    const made = await service.call('POST', '/api/v1/lead', {
      headers: broker.bearer,
      payload: { fields: given },
    });
    expect(made.json()).toMatchObject({ id: expect.any(String) });
    const list = await service.call('GET', '/api/v1/lead', { headers: broker.bearer });
    expect(list.json()).toHaveLength(1);
    console.log(list.body, list.headers);
  });
});
