import { describe, expect, it } from 'vitest';

import { matchColumns, presentColumns, requiredMissing } from './template-columns.ts';

/**
 * The headers of exports as the programs write them, each with where it goes; a header without an
 * arrow names nothing of a lead, and is ignored.
 */
const exports: Readonly<Record<string, string>> = {
  'HubSpot contacts': `
    Record ID → partnerLeadReferenceId | First Name → firstName | Last Name → lastName |
    Email → email | Phone Number → phone | Mobile Phone Number → phone | Contact owner |
    Job Title | Company Name → companyName | Associated Company |
    Street Address → businessAddress.addressLine1 | City → businessAddress.city |
    State/Region → businessAddress.state | Postal Code → businessAddress.zipCode |
    Country/Region → businessAddress.country | Industry → industry | Annual Revenue |
    Lifecycle Stage | Lead Status | Message → notes | Date of birth → dateOfBirth | Create Date |
    Website URL`,
  'HubSpot deals': `
    Deal Name | Amount → amountRequested | Deal Stage | Close Date`,
  'Salesforce leads report': `
    Lead Owner | First Name → firstName | Last Name → lastName | Title |
    Company / Account → companyName | Street → businessAddress.addressLine1 |
    City → businessAddress.city | State/Province → businessAddress.state |
    Zip/Postal Code → businessAddress.zipCode | Country → businessAddress.country |
    Phone → phone | Mobile → phone | Fax | Email → email | Lead Source | Rating | Annual Revenue |
    No. of Employees | Industry → industry | Description → notes |
    Lead ID → partnerLeadReferenceId`,
  'Salesforce data export': `
    Id | LastName → lastName | FirstName → firstName | Name | Company → companyName |
    Street → businessAddress.addressLine1 | City → businessAddress.city |
    State → businessAddress.state | PostalCode → businessAddress.zipCode |
    Country → businessAddress.country | Phone → phone | MobilePhone → phone | Email → email |
    Description → notes | LeadSource | Status | Industry → industry | AnnualRevenue | OwnerId`,
  'Salesforce contacts report': `
    First Name → firstName | Last Name → lastName | Account Name → companyName | Phone → phone |
    Home Phone → secondaryPhone | Other Phone → secondaryPhone |
    Mailing Street → businessAddress.addressLine1 | Mailing City → businessAddress.city |
    Mailing State/Province → businessAddress.state |
    Mailing Zip/Postal Code → businessAddress.zipCode |
    Mailing Country → businessAddress.country | Birthdate → dateOfBirth`,
  'Zoho leads': `
    Record Id → partnerLeadReferenceId | Lead Owner | Company → companyName |
    First Name → firstName | Last Name → lastName | Designation | Email → email | Phone → phone |
    Fax | Mobile → phone | Lead Source | Industry → industry | Annual Revenue |
    Secondary Email → secondaryEmail | Skype ID | Created Time |
    Street → businessAddress.addressLine1 | City → businessAddress.city |
    State → businessAddress.state | Zip Code → businessAddress.zipCode |
    Country → businessAddress.country | Description → notes`,
  'Pipedrive people': `
    Person - ID → partnerLeadReferenceId | Person - Name | Person - First name → firstName |
    Person - Last name → lastName | Person - Organization → companyName |
    Person - Email - Work → email | Person - Email - Home → secondaryEmail |
    Person - Email - Other → secondaryEmail | Person - Phone - Work → secondaryPhone |
    Person - Phone - Home → secondaryPhone | Person - Phone - Mobile → phone | Person - Owner`,
  'Pipedrive deals': `
    Deal - Title | Deal - Value → amountRequested | Deal - Currency of Value |
    Deal - Organization → companyName | Deal - Contact person → firstName | Deal - Stage`,
  'Google Contacts': `
    First Name → firstName | Middle Name | Last Name → lastName | Name Prefix |
    Organization Name → companyName | Organization Title | Birthday → dateOfBirth |
    Notes → notes | Labels | E-mail 1 - Label | E-mail 1 - Value → email | E-mail 2 - Label |
    E-mail 2 - Value → secondaryEmail | Phone 1 - Label | Phone 1 - Value → phone |
    Phone 2 - Value → secondaryPhone | Address 1 - Formatted |
    Address 1 - Street → businessAddress.addressLine1 | Address 1 - City → businessAddress.city |
    Address 1 - PO Box → businessAddress.addressLine2 |
    Address 1 - Region → businessAddress.state |
    Address 1 - Postal Code → businessAddress.zipCode |
    Address 1 - Country → businessAddress.country |
    Address 1 - Extended Address → businessAddress.addressLine2`,
  'Google Contacts before 2024': `
    Name | Given Name → firstName | Additional Name | Family Name → lastName |
    Organization 1 - Name → companyName | E-mail 1 - Value → email | Phone 1 - Value → phone`,
  Outlook: `
    First Name → firstName | Middle Name | Last Name → lastName | Title | E-mail Address → email |
    E-mail 2 Address → secondaryEmail | Home Phone → secondaryPhone |
    Business Phone → secondaryPhone | Mobile Phone → phone | Business Fax | Job Title |
    Company → companyName | Business Street → businessAddress.addressLine1 |
    Business Street 2 → businessAddress.addressLine2 | Business City → businessAddress.city |
    Business State → businessAddress.state | Business Postal Code → businessAddress.zipCode |
    Business Country/Region → businessAddress.country |
    Home Street → residentialAddress.addressLine1 | Home City → residentialAddress.city |
    Home State → residentialAddress.state | Home Postal Code → residentialAddress.zipCode |
    Home Country/Region → residentialAddress.country | Birthday → dateOfBirth | Notes → notes |
    Web Page`,
  Xero: `
    *ContactName → companyName | AccountNumber → partnerLeadReferenceId | EmailAddress → email |
    FirstName → firstName | LastName → lastName | POAttentionTo |
    POAddressLine1 → businessAddress.addressLine1 |
    POAddressLine2 → businessAddress.addressLine2 |
    POAddressLine3 → businessAddress.addressLine2 |
    POAddressLine4 → businessAddress.addressLine2 | POCity → businessAddress.city |
    PORegion → businessAddress.state | POPostalCode → businessAddress.zipCode |
    POCountry → businessAddress.country | SAAddressLine1 → physicalAddress.addressLine1 |
    SACity → physicalAddress.city | SARegion → physicalAddress.state |
    SAPostalCode → physicalAddress.zipCode | SACountry → physicalAddress.country |
    PhoneNumber → phone | FaxNumber | MobileNumber → phone | DDINumber → secondaryPhone |
    BankAccountNumber | TaxNumber`,
  'Companies House': `
    CompanyName → companyName | CompanyNumber → crn | RegAddress.CareOf |
    RegAddress.POBox → businessAddress.addressLine2 |
    RegAddress.AddressLine1 → businessAddress.addressLine1 |
    RegAddress.AddressLine2 → businessAddress.addressLine2 |
    RegAddress.PostTown → businessAddress.city | RegAddress.County → businessAddress.state |
    RegAddress.Country → businessAddress.country | RegAddress.PostCode → businessAddress.zipCode |
    CompanyCategory | CompanyStatus | CountryOfOrigin | DissolutionDate |
    IncorporationDate → businessStartDate | Accounts.AccountRefDay | Returns.NextDueDate |
    SICCode.SicText_1 → industry | SICCode.SicText_2 | URI`,
  'a form on a website': `
    Timestamp | Client: First Name (required) → firstName | Client: Last Name * → lastName |
    Business name [optional] → companyName | Contact number (incl. country code) → phone |
    Loan amount (AUD) → amountRequested | Monthly turnover AUD → averageMonthlyTurnover |
    ABN (if any) → abn | Comments → notes`,
};

/** Returns where each header goes; null: it is ignored. */
function targetsOf(written: string): Record<string, string | null> {
  const pairs = written.split('|').map((one) => one.trim().split(' → '));
  return Object.fromEntries(pairs.map(([header = '', target = null]) => [header, target]));
}

describe.each(Object.entries(exports))('an export of %s', (_, written) => {
  it('goes where its headers say, and what is no field of a lead is ignored', () => {
    const targets = targetsOf(written);
    const found = presentColumns(matchColumns(Object.keys(targets)));
    expect(Object.fromEntries(found.map((one) => [one.found, one.column]))).toEqual(targets);
  });
});

it('the surer name wins, whichever comes first', () => {
  const columnsOf = (...header: string[]) =>
    presentColumns(matchColumns(header)).map(({ column }) => column);
  expect(columnsOf('Name', 'Given Name')).toEqual([null, 'firstName']);
  expect(columnsOf('Given Name', 'Name')).toEqual(['firstName', null]);
  expect(columnsOf('Amount', 'Loan amount')).toEqual([null, 'amountRequested']);
  expect(columnsOf('Street', 'Business street')).toEqual([null, 'businessAddress.addressLine1']);
});

it('the last name is missed unless a column holds whole names', () => {
  const missing = (...header: string[]) => requiredMissing(matchColumns(header));
  expect(missing('Full name', 'Company', 'Phone')).toEqual([]);
  expect(missing('Given name', 'Company', 'Phone')).toEqual(['lastName']);
  expect(missing('Given name', 'Full name', 'Company')).toEqual(['lastName', 'phone']);
});

it('a file with only secondary phones has them as phones', () => {
  const found = presentColumns(matchColumns(['Work phone', 'Home phone', 'Email 2']));
  expect(found.map(({ column }) => column)).toEqual(['phone', 'phone', 'email']);
});

it('what the partner assigned before is proposed again, and says so', () => {
  const remembered = new Map([
    ['ringmeon', 'phone'],
    ['company', null],
  ]);
  const found = presentColumns(matchColumns(['Ring me on!', 'Phone', 'Company'], remembered));
  expect(found.map(({ column, difference }) => [column, difference])).toEqual([
    ['phone', 'remembered'],
    ['phone', 'joined'],
    [null, 'remembered'],
  ]);
});
