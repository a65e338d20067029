import { beforeAll, describe, expect, test } from 'vitest';

import type { ErrorBody } from '#contract/v1/errors.ts';
import type { Lead } from '#contract/v1/lead-records.ts';
import { leadFieldNames } from '#contract/v1/leads.ts';
import { submitLead } from '#server/testing/access/operator-client.ts';
import { withPeople } from '#server/testing/access/with-people.ts';

describe('fields of a lead that the operator sends', () => {
  let id: string;
  const { service, broker, operator } = withPeople();
  beforeAll(async () => {
    id = await submitLead(service, broker);
  });

  const errorsOf = async (fields: object) => {
    const response = await operator.send('PATCH', `/leads/${id}`, { fields });
    expect(response.statusCode).toBe(400);
    return Object.keys(response.json<ErrorBody>().fields ?? {});
  };

  test('what partners set, what follows by itself and what nobody knows is an error', async () => {
    const derived = [
      'statusSinceDate',
      'subStatusSinceDate',
      'lastActivityDate',
      'lastCallDate',
      'numberOfCallsMade',
      'convertedDealId',
      'broker',
      'brokerRep',
    ];
    const names = [...leadFieldNames, ...derived, 'colour', '__proto__x'];
    expect(await errorsOf(Object.fromEntries(names.map((name) => [name, null])))).toEqual(names);
  });

  test.each<[string, unknown]>([
    ['status', 'Approved'],
    ['status', null],
    ['subStatus', ''],
    ['loanType', 'Bridge'],
    ['delegateTo', { type: 'user' }],
    ['delegateTo', { type: 'robot', id: 'a' }],
    ['delegateTo', 'u-1'],
    ['watchers', { type: 'user', id: 'u' }],
    ['watchers', Array.from({ length: 51 }, () => ({ type: 'user', id: 'u' }))],
    ['applicationLink', 'javascript:alert(1)'],
    ['applicationLink', '/leads'],
    ['bankStatementsReceived', 1],
    ['bankStatementsReceived', 'x'.repeat(256)],
    ['bankStatementsReceivedDate', '12/10/2026'],
    ['applicationCompletedDate', '2026-02-30'],
    ['internalBdmUser', { a: { b: 'c' } }],
    ['internalBdmUser', 'a\u0000b'],
    ['leadSource', 'two\nlines'],
  ])('%s can’t be %j', async (name, value) => {
    const errors = await errorsOf({ [name]: value });
    expect(errors.length).toBeGreaterThan(0);
    expect(errors.every((path) => path === name || path.startsWith(`${name}.`))).toBe(true);
  });

  test('the lead’s source is where it came from', async () => {
    const sourceOf = async (of: string) =>
      (await operator.send('GET', `/leads/${of}`)).json<Lead>().fields.leadSource;
    expect(await sourceOf(id)).toBe('API');
    const { db } = service.database;
    const setSource = async (source: 'portal' | 'bulk-upload') =>
      db.updateTable('leads').set({ created_via: source }).where('id', '=', id).execute();
    await setSource('portal');
    expect(await sourceOf(id)).toBe('Portal');
    await setSource('bulk-upload');
    expect(await sourceOf(id)).toBe('Bulk upload');
    await operator.send('PATCH', `/leads/${id}`, { fields: { leadSource: 'Referral' } });
    expect(await sourceOf(id)).toBe('Referral');
  });
});
