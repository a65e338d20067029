import { expect, test } from 'vitest';

import { toFormValues } from '#src/forms/lead-values.ts';

import { differences, typedControls } from './lead-conflict.ts';

const names = ['phone', 'email', 'residentialAddress', 'amountRequested'] as const;
const before = toFormValues({
  phone: '+61491570156',
  email: 'casey@kauri.test',
  residentialAddress: { city: 'Perth' },
  amountRequested: '50000.00',
});

test('shows both values of a field that both changed', () => {
  const theirs = { ...before, phone: '+61491570157' };
  const yours = { ...before, phone: '+61491570158' };
  expect(differences(names, before, theirs, yours)).toMatchObject([
    {
      control: { path: 'phone' },
      before: '+61491570156',
      theirs: '+61491570157',
      yours: '+61491570158',
    },
  ]);
});

test('shows a field that only the other user changed, without a choice', () => {
  const theirs = { ...before, email: 'casey@freight.test' };
  const yours = { ...before, phone: '+61491570158' };
  expect(differences(names, before, theirs, yours)).toMatchObject([
    { control: { path: 'email' }, theirs: 'casey@freight.test', yours: undefined },
  ]);
  expect(typedControls(names, before, yours).map(({ path }) => path)).toEqual(['phone']);
});

test('shows a changed part of an address by itself', () => {
  const theirs = {
    ...before,
    residentialAddress: { ...before.residentialAddress, city: 'Albany' },
  };
  expect(differences(names, before, theirs, before)).toMatchObject([
    { control: { path: 'residentialAddress.city' }, before: 'Perth', theirs: 'Albany' },
  ]);
});

test('ignores equal changes, other spellings of a value, and other sections', () => {
  const both = { ...before, phone: '+61491570157' };
  expect(differences(names, before, both, { ...before, phone: '+61 491 570 157' })).toEqual([]);
  expect(differences(names, before, { ...before, notes: 'Called.' }, before)).toEqual([]);
});
