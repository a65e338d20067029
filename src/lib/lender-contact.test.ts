import { expect, test } from 'vitest';

import { readLenderContact } from './lender-contact.ts';

const jane = { name: 'Jane Roe', phone: '+64 9 888 0000', email: 'jane@lender.test' };

test.each([
  [' Jane Roe ', { name: 'Jane Roe', phone: '', email: '' }],
  [{ type: 'user', id: 'u1', ...jane, team: 'North' }, jane],
  [
    { ...jane, phone: 'ask Tom', email: 'jane@lender.test?bcc=a@b.test' },
    { ...jane, phone: '', email: '' },
  ],
  [
    { ...jane, phone: 640 },
    { ...jane, phone: '' },
  ],
])('%j names a person, with what can be called and written to', (value, contact) => {
  expect(readLenderContact(value)).toEqual(contact);
});

test.each([
  null,
  undefined,
  '',
  'bdm-1',
  '0051x0000042',
  'jane@lender.test',
  7,
  true,
  ['Jane Roe'],
  {},
])('%j names no person', (value) => {
  expect(readLenderContact(value)).toBeUndefined();
});

test('an object without a name names no person, however it is reached', () => {
  expect(readLenderContact({ ...jane, name: '' })).toBeUndefined();
});
