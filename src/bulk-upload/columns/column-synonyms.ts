/**
 * Alternative names of template columns, as spreadsheets and other systems write them. Case, spaces
 * and punctuation are ignored. The labels of the form are matched too, without being listed here.
 */
export const columnSynonyms: readonly (readonly [string, string])[] = [
  ...words(
    'firstName',
    'Given name',
    'Forename',
    'First',
    'Client first name',
    'Applicant first name',
  ),
  ...words(
    'firstName',
    'Full name',
    'Name',
    'Client name',
    'Client',
    'Contact name',
    'Customer name',
  ),
  ...words('lastName', 'Surname', 'Family name', 'Last', 'Client last name', 'Applicant last name'),
  ...words(
    'companyName',
    'Company',
    'Business',
    'Business name',
    'Organisation',
    'Organization',
    'Legal name',
    'Entity name',
    'Account name',
    'Employer',
  ),
  ...words('tradingName', 'Trading as', 'Trading', 'DBA', 'T/A'),
  ...words(
    'phone',
    'Mobile',
    'Mobile phone',
    'Mobile number',
    'Phone number',
    'Telephone',
    'Tel',
    'Cell',
    'Cell phone',
    'Contact number',
    'Primary phone',
    'Phone 1',
  ),
  ...words(
    'secondaryPhone',
    'Second phone',
    'Other phone',
    'Alternative phone',
    'Work phone',
    'Home phone',
    'Landline',
    'Phone 2',
  ),
  ...words('email', 'Email address', 'E-mail address', 'Mail', 'Primary email', 'Email 1'),
  ...words('secondaryEmail', 'Second email', 'Other email', 'Alternative email', 'Email 2'),
  ...words(
    'amountRequested',
    'Amount',
    'Loan amount',
    'Requested amount',
    'Amount required',
    'Finance amount',
    'Funding amount',
  ),
  ...words('loanPurpose', 'Purpose', 'Purpose of loan', 'Use of funds', 'Reason for loan'),
  ...words('suitableProducts', 'Product', 'Products', 'Loan product', 'Product type'),
  ...words(
    'averageMonthlyTurnover',
    'Turnover',
    'Monthly turnover',
    'Monthly revenue',
    'Average turnover',
    'Revenue per month',
  ),
  ...words('callClientOrBroker', 'Call', 'Who to call'),
  ...words(
    'partnerLeadReferenceId',
    'Reference',
    'Ref',
    'Reference ID',
    'Lead reference',
    'Partner reference',
    'External ID',
    'Lead ID',
  ),
  ...words('abn', 'Australian Business Number', 'ABN number'),
  ...words('acn', 'Australian Company Number', 'ACN number'),
  ...words('nzbn', 'New Zealand Business Number', 'NZBN number'),
  ...words('crn', 'Company registration number', 'Company number', 'CRN number'),
  ...words('uen', 'Unique Entity Number', 'UEN number'),
  ...words('industry', 'Sector', 'Business type'),
  ...words(
    'businessStartDate',
    'Start date',
    'Business start',
    'Trading since',
    'Established',
    'Date established',
    'Registration date',
  ),
  ...words('dateOfBirth', 'DOB', 'D.O.B.', 'Birth date', 'Birthday', 'Date of birth (YYYY-MM-DD)'),
  ...words('citizenshipStatus', 'Citizenship', 'Residency status', 'Residency'),
  ...words('homeOwner', 'Property owner', 'Owns home', 'Owns property'),
  ...words(
    'driversLicenseNumber',
    'Driver’s license',
    'Drivers licence',
    'License number',
    'Licence number',
    'Driver licence number',
  ),
  ...words(
    'driverVersionNumber',
    'Licence version',
    'License version',
    'Card number',
    'Licence card number',
  ),
  ...words('notes', 'Note', 'Comment', 'Comments', 'Remarks', 'Description'),
  ...words('partnerNotes', 'Internal notes', 'Broker notes'),
  ...words('brokerContactName', 'Broker name', 'Broker'),
  ...words('brokerContactEmail', 'Broker email'),
  ...words('brokerContactNumber', 'Broker phone', 'Broker mobile', 'Broker number'),
  ...addressWords('businessAddress', 'Business ', ''),
  ...addressWords('residentialAddress', 'Residential ', 'Home '),
  ...addressWords('tradingAddress', 'Trading '),
  ...addressWords('physicalAddress', 'Physical '),
];

function words(column: string, ...synonyms: string[]): (readonly [string, string])[] {
  return synonyms.map((synonym) => [synonym, column]);
}

/**
 * Returns the synonyms of an address's parts, each with every prefix; an empty prefix means the
 * bare word.
 */
function addressWords(address: string, ...prefixes: string[]): (readonly [string, string])[] {
  const parts = {
    addressLine1: ['Address', 'Address 1', 'Address line 1', 'Street', 'Street address', 'Line 1'],
    addressLine2: ['Address 2', 'Address line 2', 'Suburb line', 'Line 2'],
    city: ['City', 'Town', 'Suburb', 'Locality'],
    state: ['State', 'Region', 'State or region', 'Province', 'County'],
    zipCode: ['Postcode', 'Post code', 'Postal code', 'Zip', 'Zip code'],
    country: ['Country'],
  };
  return prefixes.flatMap((prefix) =>
    Object.entries(parts).flatMap(([part, synonyms]) =>
      words(`${address}.${part}`, ...synonyms.map((synonym) => prefix + synonym)),
    ),
  );
}
