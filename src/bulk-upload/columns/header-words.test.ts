import { expect, it } from 'vitest';

import { matchColumns, presentColumns } from './template-columns.ts';

const targetOf = (header: string) =>
  presentColumns(matchColumns(['First name', 'Mobile', 'Email', header])).at(-1)?.column;

it.each([
  ['Legal entity', 'companyName'],
  ['Best number', 'phone'],
  ['How much?', 'amountRequested'],
  ['How much do you need?', 'amountRequested'],
  ['What for', 'loanPurpose'],
  ['What is the loan for?', 'loanPurpose'],
  ['Started trading', 'businessStartDate'],
  ['Avg monthly sales', 'averageMonthlyTurnover'],
  ['Licence no', 'driversLicenseNumber'],
  ['Our ref', 'partnerLeadReferenceId'],
  ['Tel (office)', 'secondaryPhone'],
  ['Tel (mob)', 'phone'],
  ['e-mail addr.', 'email'],
  ['Requested funding ($)', 'amountRequested'],
  ['Turnover p.m.', 'averageMonthlyTurnover'],
  ['NZ business no', 'nzbn'],
  ['Comp reg UEN', 'uen'],
  ['Town/Suburb', 'businessAddress.city'],
  ['Addr 1 - Line 1', 'businessAddress.addressLine1'],
  ['Business addr. 2', 'businessAddress.addressLine2'],
  ['Home phone no.', 'secondaryPhone'],
  ['2nd email', 'secondaryEmail'],
  ['Best contact no.', 'phone'],
  ['Sales p/m', 'averageMonthlyTurnover'],
  ['Purpose of funds', 'loanPurpose'],
  ['Address (home)', 'residentialAddress.addressLine1'],
  ['Name (company)', 'companyName'],
  ['Phone (broker)', 'brokerContactNumber'],
])('a header is known by its words, however they are written: %s is %s', (header, column) => {
  expect(targetOf(header)).toBe(column);
});

/** Headers with a word more than those of the template, or another one. */
const others = `
  Guarantor surname | Accountant email | Turnover p.a. | Annual sales | Number of phones |
  ABN registered | Best time | T | A | # | Trustee ABN | Last contact | Lender ref |
  Previous address | Address 2 - Line 1 | Partner email | Date started | Loan start |
  Ref date | Best time to call | Mobile plan | Spouse tel | Business no |
  Loan amount (000s) | Requested funding (000s)`;

it.each(others.trim().split(/\s*\|\s*/))(
  'a word more, or another one, makes another name: %s',
  (header) => {
    expect(targetOf(header)).toBeNull();
  },
);

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

it.each(uncertain)(
  'a header that can be of something else is assigned by hand: %s, %s',
  (header) => {
    expect(targetOf(header)).toBeNull();
  },
);

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
])('an aside that changes nothing is ignored: %s is %s', (header, column) => {
  expect(targetOf(header)).toBe(column);
});

it('a name with an aside of its own is no whole name', () => {
  const columns = presentColumns(matchColumns(['Name (company)', 'Name (last)', 'Name (pet)']));
  expect(columns.map(({ column }) => column)).toEqual(['companyName', 'lastName', null]);
});
