import { describe, expect, test } from 'vitest';

import { leadStatuses } from '#contract/v1/lead-statuses.ts';
import { waitingOnValues } from '#contract/v1/record-lists.ts';
import { dealStatuses, dealSubStatuses } from '#contract/v1/values.ts';

import { dealSubStatusesWaitingOn, dealTone, dealWait } from './deal-waits.ts';
import {
  leadStatusesWaitingOn,
  leadTone,
  leadWait,
  partnerWord,
  waitingOnLabel,
  waitingOnText,
} from './waiting-on.ts';

const [then, later] = ['2026-11-01T00:00:00.000Z', '2026-11-20T00:00:00.000Z'];
const statuses = (status: string, subStatus: string) => ({
  status,
  subStatus,
  statusSinceDate: then,
  subStatusSinceDate: later,
});
const leadOn = (status: string, subStatus: string) => leadWait(statuses(status, subStatus));

describe('a lead', () => {
  test('waits for somebody or nobody, whatever its two values', () => {
    for (const status of leadStatuses)
      for (const subStatus of leadStatuses) expect(leadOn(status, subStatus)).toBeDefined();
  });

  test('that has ended in either value waits for nobody', () => {
    expect(leadOn('Converted', 'Banks In')?.on).toBe('nobody');
    expect(leadOn('Work in progress', 'Duplicate')?.on).toBe('nobody');
  });

  test('waits for whoever is outside the lender, the partner first', () => {
    expect(leadOn('With Broker', 'Call Back Customer')).toEqual({
      on: 'partner',
      status: 'With Broker',
      since: then,
    });
    expect(leadOn('Work in progress', 'Waiting on Customer')).toEqual({
      on: 'client',
      status: 'Waiting on Customer',
      since: later,
    });
    expect(leadOn('With Broker', 'Waiting on Customer')?.on).toBe('partner');
  });

  test('names its sub-status where both say the same', () => {
    expect(leadOn('New', 'Received')).toEqual({ on: 'lender', status: 'Received', since: later });
  });

  test('of which one value is unknown waits by the other', () => {
    expect(leadOn('Invented', 'With Broker')?.on).toBe('partner');
    expect(leadOn('New', '')?.on).toBe('lender');
    expect(leadOn('Invented', 'toString')).toBeUndefined();
  });

  test('is found by its two values as it waits', () => {
    for (const on of waitingOnValues) {
      const found = leadStatusesWaitingOn(on);
      for (const status of leadStatuses)
        for (const subStatus of leadStatuses) {
          const either = (names: readonly string[]) =>
            names.includes(status) || names.includes(subStatus);
          const isFound = either(found.statuses) && !either(found.unless);
          expect(isFound, `${status}, ${subStatus}`).toBe(leadOn(status, subStatus)?.on === on);
        }
    }
  });
});

describe('a deal', () => {
  test('waits by its sub-status, of which none belongs to two statuses', () => {
    const all = dealStatuses.flatMap((status) => [...dealSubStatuses[status]]);
    expect(waitingOnValues.flatMap(dealSubStatusesWaitingOn).toSorted()).toEqual(all.toSorted());
    expect(new Set(all).size).toBe(all.length);
    expect(dealWait(statuses('Additional Info Required', 'Pending info - with ISO'))).toEqual({
      on: 'partner',
      status: 'Pending info - with ISO',
      since: later,
    });
    expect(dealWait(statuses('Settled', 'Performing'))?.on).toBe('nobody');
  });

  test('with an unknown sub-status waits for nobody known', () => {
    expect(dealWait(statuses('In Progress', 'Invented'))).toBeUndefined();
  });
});

test('a status has the tone of what it means to the partner', () => {
  const leads = [
    'New',
    'With Broker',
    'Converted',
    'Unqualified',
    'Duplicate',
    'Waiting on Customer',
  ];
  const all = ['info', 'warning', 'success', 'danger', 'neutral', 'info'];
  expect(leads.map(leadTone)).toEqual(all);
  const deals = ['Approved', 'Additional Info Required', 'Settled', 'Declined', 'On Hold'];
  expect(deals.map(dealTone)).toEqual(all.slice(0, 5));
  expect(dealTone('Pending info - with ISO')).toBe('warning');
  for (const unknown of ['', 'Invented', 'function Object() { [native code] }', 'toString'])
    expect([leadTone(unknown), dealTone(unknown)]).toEqual(['neutral', 'neutral']);
});

test('a reader is "you" where it is their own, "we" where it can be a colleague, except to support', () => {
  expect(partnerWord('broker')).toBe('you');
  expect(partnerWord('partner-admin')).toBe('us');
  expect(partnerWord('partner-admin', true)).toBe('you');
  expect(partnerWord('support', true)).toBe('the partner');
  const texts = waitingOnValues.map((on) => waitingOnText(on, 'us'));
  expect(texts).toEqual(['us', 'the client', 'the lender', 'nobody']);
  const labels = waitingOnValues.map((on) => waitingOnLabel(on, 'the partner'));
  expect(labels).toEqual(['Partner', 'Client', 'Lender', 'Nobody']);
  expect(waitingOnLabel('partner', 'us')).toBe('Us');
});
