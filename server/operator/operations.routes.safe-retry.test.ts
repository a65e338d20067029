import { beforeAll, describe, expect, test } from 'vitest';

import type { ErrorBody } from '#contract/v1/errors.ts';
import { operatorClient, submitLead } from '#server/testing/access/operator-client.ts';
import { withPeople } from '#server/testing/access/with-people.ts';

describe('an Idempotency-Key of the operator', () => {
  let leadId: string;
  const { service, broker, operator } = withPeople();
  beforeAll(async () => {
    leadId = await submitLead(service, broker);
  });

  const creations = [
    ['/deals', () => ({ name: 'Rimu', brokerRepId: broker.contactId })],
    ['/partners', () => ({ name: 'Summit' })],
    [
      '/contacts',
      () => ({
        partnerId: broker.partnerId,
        firstName: 'Ana',
        lastName: 'Peak',
        email: 'ana@summit.test',
      }),
    ],
  ] as const;
  test.each(creations)('creates one record at %s', async (path, fields) => {
    const payload = { fields: fields() };
    const key = { 'idempotency-key': 'once' };
    const responses = await Promise.all(
      Array.from({ length: 5 }, async () => operator.send('POST', path, payload, key)),
    );
    const [first] = responses;
    expect(new Set(responses.map(({ body }) => body))).toEqual(new Set([first?.body]));
    expect(first?.statusCode).toBe(200);
    const other = await operator.send('POST', path, { fields: {} }, key);
    expect(other.statusCode).toBe(422);
    expect(other.json<ErrorBody>().code).toBe('idempotency-key-reused');
  });

  test('counts a call once', async () => {
    const call = async () =>
      operator.send('POST', `/leads/${leadId}/calls`, {}, { 'idempotency-key': 'call' });
    expect((await call()).json()).toMatchObject({ numberOfCallsMade: 1 });
    expect((await call()).json()).toMatchObject({ numberOfCallsMade: 1 });
  });

  test('is of one key of the operator: another has its own', async () => {
    const payload = { fields: { name: 'Rimu', brokerRepId: broker.contactId } };
    const key = { 'idempotency-key': 'shared' };
    const other = await operatorClient(service);
    const one = await operator.send('POST', '/deals', payload, key);
    const two = await other.send('POST', '/deals', payload, key);
    expect(one.json<{ id: string }>().id).not.toBe(two.json<{ id: string }>().id);
  });

  test('that is malformed is rejected', async () => {
    const response = await operator.send('POST', '/deals', {}, { 'idempotency-key': 'ü' });
    expect(response.json<ErrorBody>().code).toBe('invalid-idempotency-key');
  });
});
