import { expect, test } from 'vitest';

import { parseQuery } from '#contract/query-string.ts';
import { leadListQuery } from '#contract/v1/lead-lists.ts';

import { describeFilter, type FilterOptions, listFilters } from './list-filters.ts';
import { describePeriod } from './period.ts';

const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern);
const searchOf = (text: string) => parseQuery(leadListQuery, new URLSearchParams(text));
const { waitingOn, outcome, hasAttachments, hasFollowUp } = listFilters;
const optionsOf = ({ options }: typeof waitingOn) =>
  typeof options === 'function' ? options('broker') : null;
const options: FilterOptions = {
  waitingOn: optionsOf(waitingOn),
  outcome: optionsOf(outcome),
  hasAttachments: optionsOf(hasAttachments),
  hasFollowUp: optionsOf(hasFollowUp),
  brokerRepId: [{ value: 'c1', label: 'Jane Doe' }],
  brokerId: null,
};

test.each([
  ['status', 'status=New&status=Closed', 'Status: New, Closed'],
  ['subStatus', 'subStatus=Cost', 'Sub-status: Cost'],
  ['waitingOn', 'waitingOn=partner&waitingOn=client', 'Waiting on: you, the client'],
  ['outcome', 'outcome=converted&outcome=ended', 'Outcome: Became a deal, Ended'],
  ['hasAttachments', 'hasAttachments=no', 'Without attachments'],
  ['hasAttachments', '', ''],
  ['hasFollowUp', 'hasFollowUp=no', 'Follow-up: Not set'],
  ['brokerRepId', 'brokerRepId=c1', 'Contact: Jane Doe'],
  ['brokerRepId', 'brokerRepId=c2', 'One contact'],
  ['brokerId', 'brokerId=p1', 'One partner'],
  ['bulkUploadId', 'bulkUploadId=u1', 'One bulk upload'],
  ['changedSince', 'changedSince=last-visit', 'Changed by others since my last visit'],
  ['changedSince', 'changedSince=P7D', 'Changed by others in the last 7 days'],
  [
    'changedSince',
    'changedSince=2026-11-19T12:00:00Z',
    matching(/^Changed by others since .*2026/),
  ],
] as const)('the filter %s of %j is called %j', (name, text, expected) => {
  expect(describeFilter(name, searchOf(text), options)).toEqual(expected);
});

test.each([
  ['created', 'createdSince=P1D', 'Created in the last day'],
  ['updated', 'updatedSince=P14D', 'Updated in the last 14 days'],
  ['created', 'createdBefore=P1D', 'Created more than 1 day ago'],
  [
    'created',
    'createdSince=P9D&createdBefore=P1D',
    'Created in the last 9 days and more than 1 day ago',
  ],
  ['status', 'statusSince=P1D', 'In status for at most 1 day'],
  ['status', 'statusBefore=P14D', 'In status for more than 14 days'],
  ['created', 'createdSince=2026-11-19T12:00:00Z', matching(/^Created from .*2026/)],
  ['status', 'statusSince=2026-11-19T12:00:00Z', matching(/^In status since .*2026/)],
  ['updated', 'updatedBefore=2026-11-19T12:00:00Z', matching(/^Updated before .*2026/)],
  ['updated', 'createdBefore=P1D', ''],
] as const)('the period %s of %j is called %j', (period, text, expected) => {
  expect(describePeriod(period, searchOf(text))).toEqual(expected);
});
