import { expect, test } from 'vitest';

import { toFormValues } from '#src/forms/lead-values.ts';

import { clientIn } from './client-lead-notices.tsx';

test.each([
  [{}, {}],
  // Not complete: too few digits, half an email, a name without the rest.
  [{ phone: '+61', email: 'aroha@', abn: 'n/a', firstName: 'Aroha' }, {}],
  [{ phone: '+61491570156', firstName: 'Aroha' }, { phone: '+61491570156' }],
  [{ email: 'aroha@kauri.test' }, { email: 'aroha@kauri.test' }],
  [{ nzbn: '9429 0000 0000 0' }, { nzbn: '9429 0000 0000 0' }],
  [
    { firstName: 'Aroha', lastName: 'Moss', companyName: 'Kauri' },
    { firstName: 'Aroha', lastName: 'Moss', companyName: 'Kauri' },
  ],
  [{ partnerLeadReferenceId: 'A-17', notes: 'x' }, {}],
  [{ abn: '1'.repeat(256) }, {}],
])('of %j, %j is searched for', (typed, searched) => {
  expect(clientIn(toFormValues(typed))).toEqual(searched);
});

test.each([
  ['0491 570 156', undefined, '+61 491 570 156'],
  ['0491570156', 'AU', '+61 491 570 156'],
  // Not complete; of New Zealand, or perhaps of Australia; not of New Zealand.
  ['0491 570 15', undefined, undefined],
  ['021 555 0123', undefined, undefined],
  ['021 555 0123', 'NZ', '+64 21 555 0123'],
  ['0491 570 156', 'NZ', undefined],
] as const)(
  'the phone %s with the country %s is searched for as %s',
  (phone, country, searched) => {
    expect(clientIn(toFormValues({ phone }), country).phone).toBe(searched);
  },
);
