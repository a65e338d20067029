import { describe, expect, test } from 'vitest';

import { leadStatuses, leadWaits } from '#contract/v1/lead-statuses.ts';
import { dealWaits } from '#contract/v1/values.ts';

import { findMeaning, findPartnerMeaning } from './status-meanings.ts';

const statuses = (status: string, subStatus: string) => ({
  status,
  subStatus,
  statusSinceDate: '',
  subStatusSinceDate: '',
});
const lead = (status: string, subStatus: string) =>
  findMeaning('lead', statuses(status, subStatus));
const deal = (status: string, subStatus: string) =>
  findMeaning('deal', statuses(status, subStatus));

/** The first words of sentences about what the partner does. */
const verbs = /^(Call|Contact|Correct|Decide|Email|Help|Remind|Send) /;

describe('every status of leads and sub-status of deals', () => {
  const all = [
    ...leadStatuses.map((name) => ({ name, on: leadWaits[name], meaning: lead(name, name) })),
    ...Object.entries(dealWaits).flatMap(([status, waits]) =>
      Object.entries(waits).map(([name, on]) => ({ name, on, meaning: deal(status, name) })),
    ),
  ];
  test('has a sentence without a full stop, and actions only where the partner acts', () => {
    for (const { name, on, meaning } of all) {
      expect(meaning?.sentence, name).toMatch(/^[A-Z].*[a-z]$/);
      expect((meaning?.actions.length ?? 0) > 0, name).toBe(on === 'partner');
    }
  });

  test('begins with a verb where the partner acts, and names who acts elsewhere', () => {
    for (const { name, on, meaning } of all) {
      const sentence = meaning?.sentence ?? '';
      expect(verbs.test(sentence), name).toBe(on === 'partner');
      expect(on !== 'client' || sentence.includes('client'), name).toBe(true);
      expect(on !== 'lender' || sentence.startsWith('The lender'), name).toBe(true);
    }
  });
});

describe('a lead that is with the partner', () => {
  test('means what its other value says, whichever of the two that is', () => {
    const callBack = { sentence: 'Call the client back', actions: ['call', 'email', 'note'] };
    expect(lead('With Broker', 'Call Back Customer')).toEqual(callBack);
    expect(lead('Call Back Customer', 'With Broker')).toEqual(callBack);
    expect(lead('With Broker', 'Customer requested email only')?.actions[0]).toBe('email');
    expect(lead('With Broker', 'Wrong details')?.actions[0]).toBe('correct');
  });

  test('is contacted where the other value says nothing of the client', () => {
    const handedBack = 'Contact the client: the lender has handed the lead back';
    for (const other of ['New', 'With Broker', '', 'Invented'])
      expect(lead('With Broker', other)?.sentence, other).toBe(handedBack);
  });

  test('asks for nothing once it has ended in its other value', () => {
    expect(lead('With Broker', 'Duplicate')?.actions).toEqual([]);
    expect(findPartnerMeaning('lead', statuses('With Broker', 'Duplicate'))).toBeUndefined();
  });
});

test('the lender’s own wait to call back is the lender’s', () => {
  expect(lead('Work in progress', 'Call Back Customer')?.sentence).toBe(
    'The lender will call the client back',
  );
});

test('values that the contract doesn’t know have no meaning', () => {
  expect(lead('Invented', 'toString')).toBeUndefined();
  expect(deal('In Progress', 'toString')).toBeUndefined();
});
