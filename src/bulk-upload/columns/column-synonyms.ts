/** Names by which spreadsheets and other programs know a column of the template. */
export interface SynonymGroup {
  readonly column: string;
  /**
   * How sure the names are, 1 the surest: of two headers for one column, the surer one gets it. 2:
   * they may mean other things too; 3: the whole name of a person, which has to be split.
   */
  readonly rank: number;
  /**
   * Whether several columns of a file may share the column: first and last name of a broker, and
   * phones and emails, which are all kept.
   */
  readonly canJoin: boolean;
  readonly names: readonly string[];
}

/**
 * Returns the synonyms in a text: on each line their rank, the column of the template, with a `+`
 * if several columns of a file may share it, and its names.
 */
function readSynonyms(text: string): SynonymGroup[] {
  const lines = text.trim().split(/\n *(?=\d [\w.]+\+?:)/);
  return lines.map((line) => {
    const [, rank, column = '', plus, names = ''] =
      /^(\d) ([\w.]+)(\+?):\s*([^]+)$/.exec(line) ?? [];
    return { column, rank: Number(rank), canJoin: plus === '+', names: names.split(/,\s*/) };
  });
}

/** The parts of an address as other programs name them, after the name of the address. */
const addressParts = readSynonyms(`
  1 addressLine1: Address, Address 1, Address line 1, Address line, Street, Street address, Street 1,
    Street line 1, Line 1
  1 addressLine2: Address 2, Address 3, Address line 2, Address line 3, Address line 4, Street 2,
    Street 3, Street line 2, Street address 2, Suburb line, Line 2, Extended address
  1 city: City, Town, Suburb, Locality, Town city, City town, City or town
  1 state: State, Region, State region, State or region, State province, State territory, State code,
    Province, County
  1 zipCode: Postcode, Post code, Postal code, Postal, Zip, Zip code, Zip postal code, Zip postcode,
    Postcode zip
  1 country: Country, Country region, Country name`);

/** Returns the synonyms of an address's parts behind each prefix; `''` means the bare word. */
function address(name: string, rank: number, ...prefixes: string[]): SynonymGroup[] {
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
  // Google Contacts and Pipedrive put the part after the address.
  ...readSynonyms(`
    2 businessAddress.addressLine2+: Address 1 PO Box, Business address PO Box
    2 businessAddress.city: City/town/village/locality of Address, City/town/village/locality
    2 businessAddress.state: State/county of Address, State/county
    2 businessAddress.zipCode: ZIP/Postal code of Address
    2 businessAddress.country: Country of Address`),
];

/**
 * Alternative names of template columns, as HubSpot, Salesforce, Zoho, Pipedrive, Google Contacts,
 * Outlook, Xero and spreadsheets write them. Case, spaces and punctuation are ignored, and words
 * are known in any order and abbreviated (`header-words.ts`). The labels of the form match too.
 *
 * Values that another program measures differently are left out: annual revenue is not monthly
 * turnover. So are ambiguous names, where no cell would show the meaning: `Turnover` can be a
 * year's, `Card number` a payment card's, `Account number` a bank's, `Start date` that of the loan.
 * Such columns are assigned by hand.
 */
export const columnSynonyms: readonly SynonymGroup[] = [
  ...readSynonyms(`
    1 firstName: Given name, Forename, First, FName
    1 lastName: Surname, Family name, Last, LName
    1 companyName: Company, Business name, Organisation name, Organization name, Account name,
      Company / Account, Entity name, Legal entity name, Business legal name, Organisation 1 name
    1 tradingName: Trading as, DBA, T/A, Doing business as
    1 amountRequested: Loan amount, Requested amount, Amount required, Amount needed, Finance amount,
      Funding amount, Funding required, Loan amount requested
    1 loanPurpose: Purpose, Use of funds
    1 suitableProducts: Product, Loan product, Product type, Loan type
    1 averageMonthlyTurnover: Turnover per month, Monthly turnover, Monthly revenue, Monthly sales,
      Revenue per month
    1 callClientOrBroker: Call, Who to call
    1 partnerLeadReferenceId: Reference ID, Reference number, Lead reference, Partner reference,
      External ID, Lead ID
    1 abn: Australian Business Number, ABN number
    1 acn: Australian Company Number, ACN number
    1 nzbn: New Zealand Business Number, NZBN number
    1 crn: Company registration number, CRN number
    1 uen: Unique Entity Number, UEN number
    1 industry: Sector, Industry type
    1 businessStartDate: Business start, Trading since, Established, Date established
    1 dateOfBirth: DOB, Birth date, Birthday, Date of birth (YYYY-MM-DD)
    1 citizenshipStatus: Citizenship, Residency status, Residency
    1 homeOwner: Owns home
    1 soleDirector: Only director
    1 driversLicenseNumber: Driver’s license, Drivers licence, Driver licence number
    1 driverVersionNumber: Licence version
    1 brokerContactEmail: Broker email, Broker email address
    2 companyName: Business, Organisation, Associated company, Primary company,
      Primary associated company, Company name for emails, Person organization, Lead organization,
      Deal organization, Entity
    2 amountRequested: Amount, Deal value, Lead value, Deal amount
    2 partnerLeadReferenceId: Record ID, Contact ID (18), CRM ID, Person ID, Deal ID
    2 driversLicenseNumber: Licence number
    3 firstName: Full name, Name, Display name, Client, Client name, Contact, Contact name,
      Contact person, Deal contact person, Lead contact person, Customer, Customer name, Applicant,
      Applicant name, Borrower, Borrower name, Director name, Person name, Lead name
    1 phone+: Mobile, Mobile phone, Mobile number, Mobile phone number, Phone number, Telephone number,
      Contact number, Contact phone, Primary phone, Main number, Phone 1, Phone 1 value
    1 email+: Email address, Mail, Primary email, Email 1, E-mail 1 value, E-mail 1 address,
      Email work, Work email
    1 notes+: Comment, Remarks, Description, Message
    1 partnerNotes+: Broker notes
    1 brokerContactName+: Broker name, Broker, Broker first name, Broker last name, Broker surname
    1 brokerContactNumber+: Broker phone, Broker mobile
    2 secondaryPhone+: Second phone, Other phone, Alternative phone, Alternate phone, Work phone,
      Business phone, Business phone 2, Company phone, Company main phone, Office phone, Home phone,
      Home phone 2, Phone other, Landline, Phone 2, Phone 2 value, Phone 3, Phone 3 value,
      Car phone, DDI number, Direct dial
    2 secondaryEmail+: Second email, Other email, Alternative email, Alternate email,
      Additional email addresses, Email 2, E-mail 2 address, E-mail 2 value, E-mail 3 address,
      E-mail 3 value, Email home, Email other, Personal email, Home email`),
  ...addressSynonyms,
];

/**
 * Names that mean this in Xero's export alone: its contact is the company, and its account number
 * no bank's.
 */
export const xeroSynonyms: readonly SynonymGroup[] = readSynonyms(`
  1 companyName: *ContactName, Contact name
  2 partnerLeadReferenceId: Account number`);

/**
 * Names that mean this in the data of the United Kingdom’s Companies House alone: elsewhere a
 * company number can be of any register.
 */
export const companiesHouseSynonyms: readonly SynonymGroup[] = [
  ...address('businessAddress', 1, 'RegAddress '),
  ...readSynonyms(`
    1 crn: Company number
    1 businessStartDate: Incorporation date
    1 industry: SICCode SicText 1
    1 businessAddress.addressLine2+: RegAddress PO box
    1 businessAddress.city: RegAddress Post town`),
];
