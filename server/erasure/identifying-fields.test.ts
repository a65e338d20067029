import { expect, test } from 'vitest';

import { leadFieldNames, leadFields } from '#contract/v1/leads.ts';
import { leadSearchText } from '#server/leads/leads.rules.ts';

import { identifyingFields } from './identifying-fields.ts';

/** The fields that can say who somebody is: choices and amounts don’t, and addresses all do. */
const typed = leadFieldNames.filter((name) =>
  ['text', 'email', 'phone', 'date'].includes(leadFields[name].kind),
);

const ofTheBroker = [
  'callOnBehalfOf',
  'brokerContactName',
  'brokerContactEmail',
  'brokerContactNumber',
  'brokerId',
  'brokerRepId',
];

test('a field says who the client is, or stands here as one that doesn’t', () => {
  const names = new Set<string>(['firstName', 'lastName', ...identifyingFields]);
  expect(typed.filter((name) => !names.has(name))).toEqual([
    'industryCategory',
    'industry',
    'businessStartDate',
    'driverVersionNumber',
    ...ofTheBroker,
  ]);
});

test('a field is searched, or stands here as one that isn’t', () => {
  expect(typed.filter((name) => leadSearchText({ [name]: 'word' }) === '')).toEqual([
    'industryCategory',
    'industry',
    'businessStartDate',
    'dateOfBirth',
    'driversLicenseNumber',
    'driverVersionNumber',
    'documentId',
    ...ofTheBroker,
  ]);
});
