import { expect, test } from 'vitest';

import { withPeople } from '#server/testing/access/with-people.ts';

const people = withPeople();

test('the choice of notices needs a time zone that exists; support has none', async () => {
  const { service, broker, support } = people;
  for (const timeZone of ['Harbour/Bridge', '+11:00', 'MIT', '']) {
    const wrong = await service.as(broker).put('/portal/notices', { kind: 'daily', timeZone });
    expect(wrong.json()).toMatchObject({ fields: { timeZone: 'Choose a time zone.' } });
  }
  expect((await service.as(support).get('/portal/notices')).statusCode).toBe(403);
});
