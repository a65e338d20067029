import { describe, expect, it, test } from 'vitest';

import type { ProviderConfig } from '#server/config/provider-config.ts';

import { isStrongSignIn, readAccess, readName, readVerifiedEmail } from './claims.rules.ts';
import type { Claims } from './provider.client.ts';

const config: ProviderConfig = {
  issuer: 'https://login.example.com',
  clientId: 'portal',
  secret: 'secret',
  name: 'single sign-on',
  scope: 'openid',
  roles: [
    { value: 'staff', role: 'support' },
    { value: 'brokers', role: 'broker' },
  ],
  roleClaim: 'groups',
  partnerClaim: 'partner',
  createsAccounts: true,
  linksByEmail: false,
  strongValues: ['mfa'],
};
const claims = (more: object): Claims => ({
  iss: config.issuer,
  sub: '1',
  aud: 'portal',
  iat: 0,
  exp: 1,
  ...more,
});

describe('somebody’s role and partner', () => {
  it.each([
    ['of one partner', { groups: 'brokers', partner: 'p1' }, { role: 'broker', partnerId: 'p1' }],
    [
      'named in lists',
      { groups: ['x', 'brokers'], partner: ['p1'] },
      { role: 'broker', partnerId: 'p1' },
    ],
    [
      'of support, which has no partner',
      { groups: 'staff', partner: 'p1' },
      { role: 'support', partnerId: null },
    ],
    [
      'of the first role that counts',
      { groups: ['brokers', 'staff'] },
      { role: 'support', partnerId: null },
    ],
    ['without a role', { groups: 'others', partner: 'p1' }, undefined],
    ['without a partner', { groups: 'brokers' }, undefined],
    [
      'of two partners, of which none is taken',
      { groups: 'brokers', partner: ['p1', 'p2'] },
      undefined,
    ],
  ])('%s', (_, given, access) => {
    expect(readAccess(config, claims(given))).toEqual(access);
  });
});

test('an email counts as it is, and only verified', () => {
  const email = 'ann@clients.test';
  expect(readVerifiedEmail(claims({ email, email_verified: true }))).toBe(email);
  expect(readVerifiedEmail(claims({ email, email_verified: false }))).toBeUndefined();
  expect(readVerifiedEmail(claims({ email, email_verified: 'true' }))).toBeUndefined();
  expect(readVerifiedEmail(claims({ email: ` ${email}`, email_verified: true }))).toBeUndefined();
});

test('without a name, somebody is called by their email', () => {
  expect(readName(claims({ name: 'Ann Moss' }), 'ann@clients.test')).toBe('Ann Moss');
  expect(readName(claims({}), 'ann@clients.test')).toBe('ann@clients.test');
});

test('both steps were taken where the provider says so in one of its two claims', () => {
  expect(isStrongSignIn(config, claims({ amr: ['pwd', 'mfa'] }))).toBe(true);
  expect(isStrongSignIn(config, claims({ acr: 'mfa' }))).toBe(true);
  expect(isStrongSignIn(config, claims({ amr: ['pwd'] }))).toBe(false);
});
