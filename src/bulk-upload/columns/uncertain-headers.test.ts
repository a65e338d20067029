import { describe, expect, it } from 'vitest';

import { matchColumns, presentColumns } from './template-columns.ts';

const targetOf = (header: string) =>
  presentColumns(matchColumns(['First name', header])).at(-1)?.column;

/** Headers that can be of something else, and what a careful person would also think of. */
const uncertain = [
  ['Turnover', 'a year'],
  ['Average turnover', 'a year'],
  ['Card number', 'a payment card'],
  ['Licence card number', 'another number than the version'],
  ['Account number', 'a bank account'],
  ['Account', 'a bank account'],
  ['Employer', 'whom the person works for'],
  ['Legal name', 'a person'],
  ['Trading', 'yes or no'],
  ['Preferred name', 'a nickname'],
  ['Business type', 'a legal form'],
  ['Company number', 'an ACN'],
  ['Registration date', 'the day of signing up'],
  ['Start date', 'that of the loan'],
  ['Value', 'what the security is worth'],
  ['Property owner', 'of an investment'],
  ['Broker number', 'an ID'],
  ['Internal notes', 'what is not to be passed on'],
  ['Site address', 'a website'],
  ['Applicant address', 'where the person lives'],
  ['Director - Postcode', 'where the person lives'],
  ['Phone (spouse)', 'somebody else'],
  ['Email [accountant]', 'somebody else'],
  ['Phone (last name)', 'another thing'],
  ['ABN (trustee)', 'somebody else'],
  ['Loan amount (existing)', 'another loan'],
  ['Date of birth (spouse)', 'somebody else'],
] as const;

describe('a header that can be of something else is assigned by hand', () => {
  it.each(uncertain)('%s: %s', (header) => {
    expect(targetOf(header)).toBeNull();
  });
});

describe('an aside that changes nothing is ignored', () => {
  it.each([
    ['Phone (mobile)', 'phone'],
    ['Phone (incl. country code)', 'phone'],
    ['Email (required)', 'email'],
    ['Loan amount (AUD)', 'amountRequested'],
    ['Loan amount ($)', 'amountRequested'],
    ['Loan amount (whole dollars, no commas)', 'amountRequested'],
    ['Date of birth (dd/mm/yyyy)', 'dateOfBirth'],
    ['ABN (11 digits)', 'abn'],
    ['Home owner (Yes/No)', 'homeOwner'],
    ['Client city', 'businessAddress.city'],
  ])('%s is %s', (header, column) => {
    expect(targetOf(header)).toBe(column);
  });
});

it('a name with an aside of its own is no whole name', () => {
  const columns = presentColumns(matchColumns(['Name (company)', 'Name (last)', 'Name (pet)']));
  expect(columns.map(({ column }) => column)).toEqual(['companyName', 'lastName', null]);
});
