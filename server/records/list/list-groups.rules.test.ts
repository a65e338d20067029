import { expect, test } from 'vitest';

import { mergeGroups } from './list-groups.rules.ts';

test('statuses that wait on the same are one group for each currency', () => {
  const rows = [
    { status: 'With Broker', sub_status: 'Received', currency: 'AUD', total: 2, amount: '10.10' },
    { status: 'New', sub_status: 'With Broker', currency: 'AUD', total: 3, amount: '0.20' },
    { status: 'New', sub_status: 'With Broker', currency: 'NZD', total: 1, amount: null },
    // A request waits for the partner, whatever the status says.
    { status: 'Converted', has_request: true, currency: 'AUD', total: 4, amount: null },
  ];
  expect(mergeGroups('leads', 'waitingOn', rows)).toEqual([
    { key: 'partner', currency: 'AUD', total: 9, amount: '10.30' },
    { key: 'partner', currency: 'NZD', total: 1, amount: null },
  ]);
});

test('without a grouping, the rows of a currency are one group', () => {
  const rows = [{ currency: null, total: 2, amount: null }];
  expect(mergeGroups('deals', '', rows)).toEqual([
    { key: '', currency: null, total: 2, amount: null },
  ]);
  const ofContacts = [{ contact_id: 'ada', currency: null, total: 2, amount: null }];
  expect(mergeGroups('deals', 'contact', ofContacts)).toMatchObject([{ key: 'ada' }]);
});
