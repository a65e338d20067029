import { describe, expect, it } from 'vitest';

import { matchColumns, presentColumns } from './template-columns.ts';

const targetOf = (header: string) =>
  presentColumns(matchColumns(['First name', 'Mobile', 'Email', header])).at(-1)?.column;

describe('a header is known by its words, however they are written', () => {
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
  ])('%s is %s', (header, column) => {
    expect(targetOf(header)).toBe(column);
  });
});

describe('a word more, or another one, makes another name', () => {
  it.each([
    'Guarantor surname',
    'Accountant email',
    'Turnover p.a.',
    'Annual sales',
    'Number of phones',
    'ABN registered',
    'Best time',
    'T',
    'A',
    '#',
    'Trustee ABN',
    'Last contact',
    'Lender ref',
    'Previous address',
    'Address 2 - Line 1',
    'Partner email',
    'Date started',
    'Loan start',
    'Ref date',
    'Best time to call',
    'Mobile plan',
    'Spouse tel',
    'Business no',
    'Loan amount (000s)',
    'Requested funding (000s)',
  ])('%s', (header) => {
    expect(targetOf(header)).toBeNull();
  });
});
