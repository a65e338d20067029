/** Names by which spreadsheets and other programs know a column of the template. */
export interface SynonymGroup {
  readonly column: string;
  /**
   * How sure the names are, 1 the surest: of two headers for one column, the surer one gets it. 3:
   * the whole name of a person, which has to be split.
   */
  readonly rank: 1 | 2 | 3;
  /** Whether several columns of a file may share the column: first and last name of a broker. */
  readonly canJoin: boolean;
  readonly names: readonly string[];
}

/** Returns the synonyms in a text: on each line a column of the template, and its names. */
function readSynonyms(rank: SynonymGroup['rank'], canJoin: boolean, text: string): SynonymGroup[] {
  const lines = text.trim().split(/\n\s*(?=[\w.]+:)/);
  return lines.map((line) => {
    const [column = '', names = ''] = line.split(/:\s*/);
    return { column, rank, canJoin, names: names.split(/,\s*/) };
  });
}

/** The parts of an address as other programs name them, after the name of the address. */
const addressParts = readSynonyms(
  1,
  false,
  `
  addressLine1: Address, Address 1, Address line 1, Address line, Street, Street address, Street 1,
    Street line 1, Line 1
  addressLine2: Address 2, Address 3, Address line 2, Address line 3, Address line 4, Street 2,
    Street 3, Street line 2, Street address 2, Suburb line, Line 2, Extended address
  city: City, Town, Suburb, Locality, Town city, City town, City or town
  state: State, Region, State region, State or region, State province, State territory, State code,
    Province, County
  zipCode: Postcode, Post code, Postal code, Postal, Zip, Zip code, Zip postal code, Zip postcode,
    Postcode zip
  country: Country, Country region, Country name`,
);

/** Returns the synonyms of an address's parts behind each prefix; `''` means the bare word. */
function address(name: string, rank: SynonymGroup['rank'], ...prefixes: string[]): SynonymGroup[] {
  return addressParts.map(({ column: part, names }) => ({
    column: `${name}.${part}`,
    rank,
    canJoin: part === 'addressLine2',
    names: prefixes.flatMap((prefix) => names.map((one) => `${prefix}${one}`)),
  }));
}

/**
 * Names of the template's address columns. Several addresses of a file go to different addresses of
 * the template only where their names say so; a bare `Street` beside `Business street` is surer to
 * be the business address under the longer name.
 */
const addressSynonyms: readonly SynonymGroup[] = [
  ...address('businessAddress', 1, 'Business ', 'Company ', 'Organisation ', 'Organization '),
  ...address('businessAddress', 1, 'Registered ', 'Office ', 'Work '),
  ...address('businessAddress', 2, '', 'Primary ', 'Main ', 'Primary address '),
  ...address('businessAddress', 2, 'Address 1 ', 'Billing ', 'Mailing ', 'Postal ', 'PO '),
  ...address('residentialAddress', 1, 'Residential ', 'Home ', 'Residence '),
  ...address('tradingAddress', 1, 'Trading '),
  ...address('physicalAddress', 1, 'Physical '),
  ...address('physicalAddress', 2, 'Shipping ', 'Delivery ', 'SA '),
  ...readSynonyms(
    2,
    true,
    'businessAddress.addressLine2: Address 1 PO Box, Business address PO Box',
  ),
  // Google Contacts and Pipedrive put the part after the address.
  ...readSynonyms(
    2,
    false,
    `
    businessAddress.city: City/town/village/locality of Address, City/town/village/locality
    businessAddress.state: State/county of Address, State/county
    businessAddress.zipCode: ZIP/Postal code of Address
    businessAddress.country: Country of Address`,
  ),
];

/**
 * Alternative names of template columns, as HubSpot, Salesforce, Zoho, Pipedrive, Google Contacts,
 * Outlook, Xero and spreadsheets write them. Case, spaces and punctuation are ignored, and words
 * are known in any order and abbreviated (`header-words.ts`). The labels of the form match too.
 *
 * What another program measures otherwise is left out: the annual revenue is no monthly turnover.
 * So is a name that can be of something else, which no cell would show: `Turnover` can be a year's,
 * `Card number` a payment card's, `Account number` a bank's, `Start date` that of the loan. Such
 * columns are assigned by hand.
 */
export const columnSynonyms: readonly SynonymGroup[] = [
  ...readSynonyms(
    1,
    false,
    `
    firstName: Given name, Forename, First, FName
    lastName: Surname, Family name, Last, LName
    companyName: Company, Business name, Organisation name, Organization name, Account name,
      Company / Account, Entity name, Legal entity name, Business legal name, Organisation 1 name
    tradingName: Trading as, DBA, T/A, Doing business as
    amountRequested: Loan amount, Requested amount, Amount required, Amount needed, Finance amount,
      Funding amount, Funding required, Loan amount requested
    loanPurpose: Purpose, Use of funds
    suitableProducts: Product, Loan product, Product type, Loan type
    averageMonthlyTurnover: Turnover per month, Monthly turnover, Monthly revenue, Monthly sales,
      Revenue per month
    callClientOrBroker: Call, Who to call
    partnerLeadReferenceId: Reference ID, Reference number, Lead reference, Partner reference,
      External ID, Lead ID
    abn: Australian Business Number, ABN number
    acn: Australian Company Number, ACN number
    nzbn: New Zealand Business Number, NZBN number
    crn: Company registration number, CRN number
    uen: Unique Entity Number, UEN number
    industry: Sector, Industry type
    businessStartDate: Business start, Trading since, Established, Date established
    dateOfBirth: DOB, Birth date, Birthday, Date of birth (YYYY-MM-DD)
    citizenshipStatus: Citizenship, Residency status, Residency
    homeOwner: Owns home
    soleDirector: Only director
    driversLicenseNumber: Driver’s license, Drivers licence, Driver licence number
    driverVersionNumber: Licence version
    brokerContactEmail: Broker email, Broker email address`,
  ),
  // Names that may mean other things too.
  ...readSynonyms(
    2,
    false,
    `
    companyName: Business, Organisation, Associated company, Primary company,
      Primary associated company, Company name for emails, Person organization, Lead organization,
      Deal organization, Entity
    amountRequested: Amount, Deal value, Lead value, Deal amount
    partnerLeadReferenceId: Record ID, Contact ID (18), CRM ID, Person ID, Deal ID
    driversLicenseNumber: Licence number`,
  ),
  // Names of the whole person.
  ...readSynonyms(
    3,
    false,
    `
    firstName: Full name, Name, Display name, Client, Client name, Contact, Contact name,
      Contact person, Deal contact person, Lead contact person, Customer, Customer name, Applicant,
      Applicant name, Borrower, Borrower name, Director name, Person name, Lead name`,
  ),
  // A file often has several phones and emails; each is kept.
  ...readSynonyms(
    1,
    true,
    `
    phone: Mobile, Mobile phone, Mobile number, Mobile phone number, Phone number, Telephone number,
      Contact number, Contact phone, Primary phone, Main number, Phone 1, Phone 1 value
    email: Email address, Mail, Primary email, Email 1, E-mail 1 value, E-mail 1 address,
      Email work, Work email
    notes: Comment, Remarks, Description, Message
    partnerNotes: Broker notes
    brokerContactName: Broker name, Broker, Broker first name, Broker last name, Broker surname
    brokerContactNumber: Broker phone, Broker mobile`,
  ),
  ...readSynonyms(
    2,
    true,
    `
    secondaryPhone: Second phone, Other phone, Alternative phone, Alternate phone, Work phone,
      Business phone, Business phone 2, Company phone, Company main phone, Office phone, Home phone,
      Home phone 2, Phone other, Landline, Phone 2, Phone 2 value, Phone 3, Phone 3 value,
      Car phone, DDI number, Direct dial
    secondaryEmail: Second email, Other email, Alternative email, Alternate email,
      Additional email addresses, Email 2, E-mail 2 address, E-mail 2 value, E-mail 3 address,
      E-mail 3 value, Email home, Email other, Personal email, Home email`,
  ),
  ...addressSynonyms,
];

/**
 * Names that mean this in Xero's export alone: its contact is the company, and its account number
 * no bank's.
 */
export const xeroSynonyms: readonly SynonymGroup[] = [
  ...readSynonyms(1, false, 'companyName: *ContactName, Contact name'),
  ...readSynonyms(2, false, 'partnerLeadReferenceId: Account number'),
];
