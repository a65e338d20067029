import { expect, test } from 'vitest';

import { deal } from '#contract/v1/deals.ts';
import { lead } from '#contract/v1/lead-records.ts';
import { emptyResponse } from '#contract/v1/records.ts';

import { readRecord, readRecords } from './read-record.ts';

const envelope = { id: '1', createdAt: '2026-01-01T00:00:00.000Z', createdBy: 'a' };

test('reads a record of the contract unchanged', () => {
  const whole = { ...emptyResponse(lead), ...envelope };
  expect(readRecord(lead, whole)).toEqual({ ok: true, record: whole, extra: {} });
});

test('reads a missing field as empty', () => {
  const read = readRecord(lead, {
    ...envelope,
    fields: { firstName: 'Ann', brokerRep: { id: '7' } },
  });
  expect(read).toMatchObject({
    ok: true,
    record: {
      updatedAt: '',
      fields: {
        firstName: 'Ann',
        lastName: '',
        nzbn: null,
        suitableProducts: [],
        numberOfCallsMade: 0,
        broker: null,
        brokerRep: { id: '7', firstName: '', lastName: '' },
        businessAddress: { city: '' },
      },
    },
  });
});

test('shows a plain value of another type as it came', () => {
  const read = readRecord(lead, {
    ...envelope,
    id: 12,
    fields: {
      amountRequested: 5000,
      homeOwner: true,
      numberOfCallsMade: '3',
      applicationCompleted: 1,
    },
  });
  expect(read).toMatchObject({
    ok: true,
    record: {
      id: '12',
      fields: {
        amountRequested: '5000',
        homeOwner: 'true',
        numberOfCallsMade: 3,
        applicationCompleted: 1,
      },
    },
    extra: {},
  });
});

test('returns fields that the contract does not have separately', () => {
  const read = readRecord(deal, {
    ...envelope,
    tenant: 'x',
    fields: {
      score: 9,
      customer: { id: 'c', name: 'C', tier: 'gold' },
      broker: 'Harbour',
      watchers: 'nobody',
    },
  });
  expect(read).toMatchObject({
    ok: true,
    record: { fields: { customer: { id: 'c', name: 'C' }, broker: null, watchers: [] } },
    extra: {
      tenant: 'x',
      score: 9,
      'customer.tier': 'gold',
      broker: 'Harbour',
      watchers: 'nobody',
    },
  });
});

test('an unreadable record does not affect the others', () => {
  const rows = readRecords(lead)([
    { ...envelope, fields: {} },
    null,
    { id: '2' },
    { fields: {} },
    'text',
  ]);
  expect(rows.map((row) => (row.ok ? 'read' : row.id))).toEqual([
    'read',
    undefined,
    '2',
    undefined,
    undefined,
  ]);
});

test('rejects a response that is not a list', () => {
  expect(() => readRecords(lead)({ items: [] })).toThrow('list');
});
