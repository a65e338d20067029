import { expect, test } from 'vitest';

import { maxIntegrations } from '#contract/portal/people/managed-accounts.ts';

import { findAccountState, hasRoomForIntegration } from './managed-accounts.rules.ts';

const person = {
  email: 'ada@people.test',
  disabled_at: null,
  has_password: true,
  is_connected: false,
};

test('whoever has no way to sign in yet is invited, and a program is not', () => {
  expect(findAccountState(person, false)).toBe('active');
  const invited = { ...person, has_password: false };
  expect(findAccountState(invited, false)).toBe('invited');
  expect(findAccountState(invited, true)).toBe('invited');
  expect(findAccountState({ ...invited, is_connected: true }, false)).toBe('active');
  expect(findAccountState({ ...invited, email: null }, false)).toBe('active');
});

test('failed attempts lock an account that is not deactivated', () => {
  expect(findAccountState(person, true)).toBe('locked');
  expect(findAccountState({ ...person, disabled_at: new Date() }, true)).toBe('deactivated');
});

test('an integration needs room among the active ones', () => {
  expect(hasRoomForIntegration(maxIntegrations - 1)).toBe(true);
  expect(hasRoomForIntegration(maxIntegrations)).toBe(false);
});
