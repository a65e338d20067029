import { brotliDecompressSync } from 'node:zlib';

import { beforeAll, describe, expect, it } from 'vitest';

import { v1 } from '#contract/v1/endpoints.ts';
import { web } from '#server/testing/access/portal-endpoints.ts';
import { withService, started } from '#server/testing/access/with-people.ts';
import { makePerson } from '#server/testing/people.ts';

const service = withService();
const person = started(async () => makePerson(service.database.db, 'partner-admin'));
beforeAll(async () => {
  const payload = {
    fields: {
      firstName: 'Ana',
      lastName: 'Brook',
      companyName: 'Brook & Co',
      phone: '+61400000001',
    },
  };
  for (let count = 0; count < 3; count += 1)
    await service.call('POST', v1.createLead.path, { headers: person.bearer, payload });
});

function list(encodings: string) {
  const headers = { ...person.bearer, 'accept-encoding': encodings };
  return service.call('GET', v1.listLeads.path, { headers });
}

describe('responses to clients that accept brotli', () => {
  it.each(['br', 'gzip, deflate, br, zstd', 'gzip, br;q=0.5'])(
    'lists are compressed: %s',
    async (encodings) => {
      const response = await list(encodings);
      expect(response.headers['content-encoding']).toBe('br');
      expect(response.headers.vary).toBe('accept-encoding');
      const uncompressed = await list('identity');
      expect(brotliDecompressSync(response.rawPayload).toString()).toBe(uncompressed.body);
      expect(response.rawPayload.length).toBeLessThan(uncompressed.rawPayload.length / 3);
    },
  );

  it.each(['gzip', 'br;q=0', 'gzip, br;q=0.0, deflate', 'broken'])(
    'others get them plain: %s',
    async (encodings) => {
      const response = await list(encodings);
      expect(response.headers['content-encoding']).toBe(undefined);
      expect(response.json<unknown[]>().length).toBe(3);
      expect(response.headers.vary).toBe('accept-encoding');
    },
  );

  it('responses to the session cookie are not compressed', async () => {
    const headers = { ...person.session, 'accept-encoding': 'br' };
    const response = await service.call('GET', web.readSession.path, { headers });
    expect([response.statusCode, response.headers['content-encoding']]).toEqual([200, undefined]);
  });
});
