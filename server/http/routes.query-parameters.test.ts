import { beforeAll, describe, expect, it } from 'vitest';

import type { Endpoint, Role } from '#contract/endpoint.ts';
import { operator } from '#contract/operator/endpoints.ts';
import { v1 } from '#contract/v1/endpoints.ts';
import { newId } from '#server/db/ids.ts';
import { bearer, makeOperatorKey } from '#server/testing/access/access-credentials.ts';
import { web } from '#server/testing/access/portal-endpoints.ts';
import { withService } from '#server/testing/access/with-people.ts';
import { makePerson, type Person } from '#server/testing/people.ts';

describe('an unknown query parameter', () => {
  let people: Record<Role, Person>;
  let operatorKey: string;
  const service = withService();
  beforeAll(async () => {
    const { db } = service.database;
    people = {
      broker: await makePerson(db, 'broker'),
      'partner-admin': await makePerson(db, 'partner-admin'),
      support: await makePerson(db, 'support'),
    };
    operatorKey = await makeOperatorKey(db);
  });

  const credentials = ({ auth, roles: [role = 'broker'] }: Endpoint) =>
    ({
      none: {},
      operator: bearer(operatorKey),
      bearer: people[role].bearer,
      session: people[role].session,
    })[auth];
  const ask = async (endpoint: Endpoint, query: string) =>
    service.call(endpoint.method, `${endpoint.path.replace(':id', newId())}?${query}`, {
      headers: { ...credentials(endpoint) },
    });

  it('is rejected by every endpoint that is not specified', async () => {
    for (const endpoint of [...Object.values(web), ...Object.values(operator)]) {
      const response = await ask(endpoint, 'constructor=1&p%C3%A0ge=2');
      expect(response.statusCode, endpoint.id).toBe(400);
      const sentence = expect.stringMatching(/^There’s no such parameter; /);
      expect(response.json().fields, endpoint.id).toMatchObject({
        constructor: sentence,
        pàge: sentence,
      });
    }
  });

  it('is rejected in one sentence with the nearest known one', async () => {
    const sentences: string[] = [];
    for (const query of ['updatedsince=P1D', 'brokerID=x', 'after=0-1', 'pagesize=5'])
      sentences.push((await ask(operator.listLeads, query)).json().error);
    expect(sentences).toEqual([
      'updatedsince: There’s no such parameter; the nearest is updatedSince.',
      'brokerID: There’s no such parameter; the nearest is brokerId.',
      'after: There’s no such parameter; the nearest is page.',
      'pagesize: There’s no such parameter; the nearest is pageSize.',
    ]);
    const none = await ask(web.signOut, 'all=true');
    expect(none.json().error).toBe('all: There’s no such parameter; there are none here.');
    expect(none.headers['ignored-parameters']).toBeUndefined();
  });

  it('is ignored by every specified endpoint, and named in a header', async () => {
    for (const endpoint of Object.values<Endpoint>(v1)) {
      const expected = await ask(endpoint, '');
      const response = await ask(endpoint, 'updatedsince=P1D&brokerid=5');
      expect(response.statusCode, endpoint.id).toBe(expected.statusCode);
      expect(expected.headers['ignored-parameters']).toBeUndefined();
      expect(response.headers['ignored-parameters'], endpoint.id).toBe(
        endpoint.query
          ? '"updatedsince";nearest="updatedSince", "brokerid";nearest="brokerId"'
          : '"updatedsince", "brokerid"',
      );
    }
  });

  it('is named in plain characters, shortened, and up to ten', async () => {
    const names = [
      'a"b\\c\r\nSet-Cookie: d',
      'ключ',
      'x'.repeat(500),
      '__proto__',
      ...Array.from({ length: 2000 }, (_, at) => `p${at}`),
    ];
    const query = names.map((name) => `${encodeURIComponent(name)}=1`).join('&');
    const header = String((await ask(v1.readLead, query)).headers['ignored-parameters']);
    expect(header.split(', ')).toEqual([
      '"a?b?c??Set-Cookie??d"',
      '"????"',
      `"${'x'.repeat(40)}"`,
      '"__proto__"',
      ...Array.from({ length: 6 }, (_, at) => `"p${at}"`),
    ]);
  });
});
