import { gzipSync } from 'node:zlib';

import { beforeAll, expect, test } from 'vitest';

import { withService } from '#server/testing/access/with-people.ts';
import { makePerson, type Person } from '#server/testing/people.ts';
import { smallestLead } from '#server/testing/smallest-lead.ts';

const service = withService();
let broker: Person;
beforeAll(async () => {
  broker = await makePerson(service.database.db, 'broker');
});

const lead = JSON.stringify({ fields: smallestLead });
const post = async (path: string, payload: Buffer, headers: Record<string, string>) =>
  service.as(broker).post(path, payload, { 'content-type': 'application/json', ...headers });

test.each(['/api/v1/lead', '/api/v1/attachment'])(
  'a compressed body is rejected by its header, before it is read: %s',
  async (path) => {
    const response = await post(path, gzipSync(lead), { 'content-encoding': 'gzip' });
    expect([response.statusCode, response.headers['accept-encoding']]).toEqual([415, 'identity']);
    expect(response.json()).toEqual({
      error: 'Send the body as it is, without the header Content-Encoding.',
      code: 'unsupported-body-type',
    });
  },
);

test('a body that says it is not compressed is taken', async () => {
  const response = await post('/api/v1/lead', Buffer.from(lead), {
    'content-encoding': 'Identity',
  });
  expect(response.statusCode, response.body).toBe(200);
});
