import { describe, expect, test } from 'vitest';

import { toChanges, toFormValues, toRequest, type LeadFormValues } from './lead-values.ts';

const empty = toFormValues();
const morgan: LeadFormValues = {
  ...empty,
  firstName: ' Morgan ',
  lastName: 'Example',
  companyName: 'Fernbank Pty Ltd',
  phone: '+61 491 570 006',
};

describe('from a lead to the texts of a form', () => {
  test('an amount of whole dollars has no cents, any other has them', () => {
    const values = toFormValues({ amountRequested: '50000.00', averageMonthlyTurnover: '1200.50' });
    expect(values).toMatchObject({ amountRequested: '50000', averageMonthlyTurnover: '1200.50' });
  });

  test('nothing is an empty text, several choices are one text, an address its six parts', () => {
    const address = { city: 'Hobart', fullAddress: 'Hobart', state: null };
    const values = toFormValues({
      nzbn: null,
      suitableProducts: ['LOC', 'Business Loan'],
      businessAddress: address,
    });
    expect(values).toMatchObject({ nzbn: '', suitableProducts: 'LOC;Business Loan', abn: '' });
    expect(values.businessAddress).toMatchObject({ city: 'Hobart', state: '', country: '' });
    expect(values.tradingAddress).toEqual(empty.tradingAddress);
  });
});

describe('to the body of a creation', () => {
  test('only what was filled in, as the wire wants it', () => {
    const values = {
      ...morgan,
      amountRequested: '50000',
      suitableProducts: 'LOC',
      businessAddress: { ...empty.businessAddress, city: 'Hobart' },
    };
    expect(toRequest(values)).toEqual({
      firstName: 'Morgan',
      lastName: 'Example',
      companyName: 'Fernbank Pty Ltd',
      phone: '+61491570006',
      amountRequested: 50000,
      suitableProducts: ['LOC'],
      businessAddress: { city: 'Hobart' },
    });
  });

  test('what the form should have rejected is not sent', () => {
    expect(() => toRequest({ ...morgan, amountRequested: '$50,000' })).toThrow('digits only');
  });
});

describe('to the body of an update', () => {
  test('nothing changed, nothing sent', () => {
    expect(toChanges(morgan, { ...morgan })).toEqual({});
  });

  test('another way to write the same is no change', () => {
    expect(toChanges(morgan, { ...morgan, phone: '+61491570006', firstName: 'Morgan' })).toEqual(
      {},
    );
  });

  test('what changed, null for what was cleared, all parts of an address that changed', () => {
    const home = {
      ...empty.residentialAddress,
      city: 'Hobart',
      state: 'Tasmania',
      zipCode: '7000',
    };
    const before = { ...morgan, email: 'morgan@example.test', residentialAddress: home };
    const after = {
      ...before,
      email: '',
      amountRequested: '70000',
      residentialAddress: { ...home, city: 'Launceston', zipCode: ' ' },
    };
    expect(toChanges(before, after)).toEqual({
      email: null,
      amountRequested: 70000,
      residentialAddress: {
        addressLine1: null,
        addressLine2: null,
        city: 'Launceston',
        state: 'Tasmania',
        zipCode: null,
        country: null,
      },
    });
  });

  test('an amount with cents that was not touched is not sent', () => {
    const before = toFormValues({ ...morgan, amountRequested: '1200.50' });
    expect(toChanges(before, { ...before, notes: 'Call after five.' })).toEqual({
      notes: 'Call after five.',
    });
  });

  test('fields that are not edited here are left alone', () => {
    expect(toChanges(morgan, { ...morgan, lastName: 'Sample', notes: 'x' }, ['notes'])).toEqual({
      notes: 'x',
    });
  });
});
