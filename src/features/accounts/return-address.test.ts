import { expect, test } from 'vitest';

import { returnAddress, signInAddress } from './return-address.ts';

test('signing in leads back to the page, whose address with its search is only behind the #', () => {
  const address = signInAddress(new URL('https://portal.test/leads?q=ann&page=2'));
  expect(address.split('#')[0]).toBe('/sign-in');
  expect(returnAddress(new URL(address, 'https://portal.test').hash)).toBe('/leads?q=ann&page=2');
  expect(signInAddress(new URL('https://portal.test/'))).toBe('/sign-in');
});

test.each(['', '#', '#to=', '#to=https://evil.test', '#to=//evil.test', '#to=/%5Cevil.test'])(
  'without an address in the portal, signing in leads to the start page: %s',
  (hash) => {
    expect(returnAddress(hash)).toBe('/');
  },
);
