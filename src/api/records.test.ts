import { expect, test } from 'vitest';

import { deal } from '#contract/v1/deals.ts';
import { lead } from '#contract/v1/leads.ts';
import { emptyResponse } from '#contract/v1/records.ts';

import { absentFields, readRecord, readRecords } from './records.ts';

const envelope = { id: '1', createdAt: '2026-01-01T00:00:00.000Z', createdBy: 'a' };

test('a record as the contract has it is read as it is', () => {
  const whole = { ...emptyResponse(lead), ...envelope };
  expect(readRecord(lead, whole)).toEqual({ ok: true, record: whole, extra: {} });
});

test('what is missing is empty', () => {
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

test('a plain value of another type is shown as it came', () => {
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

test('what has no place in the contract’s record is kept beside it', () => {
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

test('one record that cannot be read leaves the others as they are', () => {
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

test('fields that are not answered at all are told from empty ones', () => {
  const raw = { ...envelope, fields: { notes: '', nzbn: null } };
  expect(absentFields(['notes', 'abn', 'nzbn'], raw)).toEqual(['abn']);
  expect(absentFields(['notes'], 'no record')).toEqual([]);
});

test('a list that is none is rejected', () => {
  expect(() => readRecords(lead)({ items: [] })).toThrow('list');
});
