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

/** Returns sure names of one column. */
export function group(column: string, ...names: string[]): SynonymGroup[] {
  return [{ column, rank: 1, canJoin: false, names }];
}

/** Returns names that may mean other things too. */
export function general(column: string, ...names: string[]): SynonymGroup[] {
  return [{ column, rank: 2, canJoin: false, names }];
}

/** Returns names of columns that may share a column of the template. */
export function joined(column: string, rank: 1 | 2, ...names: string[]): SynonymGroup[] {
  return [{ column, rank, canJoin: true, names }];
}

/** The parts of an address as other programs name them, after the name of the address. */
const parts = {
  addressLine1: [
    'Address',
    'Address 1',
    'Address line 1',
    'Address line',
    'Street',
    'Street address',
    'Street 1',
    'Street line 1',
    'Line 1',
  ],
  addressLine2: [
    'Address 2',
    'Address 3',
    'Address line 2',
    'Address line 3',
    'Address line 4',
    'Street 2',
    'Street 3',
    'Street line 2',
    'Street address 2',
    'Suburb line',
    'Line 2',
    'Extended address',
  ],
  city: ['City', 'Town', 'Suburb', 'Locality', 'Town city', 'City town', 'City or town'],
  state: [
    'State',
    'Region',
    'State region',
    'State or region',
    'State province',
    'State territory',
    'State code',
    'Province',
    'County',
  ],
  zipCode: [
    'Postcode',
    'Post code',
    'Postal code',
    'Postal',
    'Zip',
    'Zip code',
    'Zip postal code',
    'Zip postcode',
    'Postcode zip',
  ],
  country: ['Country', 'Country region', 'Country name'],
} as const;

/** Returns the synonyms of an address's parts behind each prefix; `''` means the bare word. */
function address(name: string, rank: SynonymGroup['rank'], ...prefixes: string[]): SynonymGroup[] {
  return Object.entries(parts).map(([part, names]) => ({
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
export const addressSynonyms: readonly SynonymGroup[] = [
  ...address('businessAddress', 1, 'Business ', 'Company ', 'Organisation ', 'Organization '),
  ...address('businessAddress', 1, 'Registered ', 'Office ', 'Work '),
  ...address('businessAddress', 2, '', 'Primary ', 'Main ', 'Primary address '),
  ...address('businessAddress', 2, 'Address 1 ', 'Billing ', 'Mailing ', 'Postal ', 'PO '),
  ...address('residentialAddress', 1, 'Residential ', 'Home ', 'Residence '),
  ...address('tradingAddress', 1, 'Trading '),
  ...address('physicalAddress', 1, 'Physical '),
  ...address('physicalAddress', 2, 'Shipping ', 'Delivery ', 'SA '),
  // Google Contacts and Pipedrive put the part after the address.
  {
    column: 'businessAddress.addressLine2',
    rank: 2,
    canJoin: true,
    names: ['Address 1 PO Box', 'Business address PO Box'],
  },
  {
    column: 'businessAddress.city',
    rank: 2,
    canJoin: false,
    names: ['City/town/village/locality of Address', 'City/town/village/locality'],
  },
  {
    column: 'businessAddress.state',
    rank: 2,
    canJoin: false,
    names: ['State/county of Address', 'State/county'],
  },
  {
    column: 'businessAddress.zipCode',
    rank: 2,
    canJoin: false,
    names: ['ZIP/Postal code of Address'],
  },
  { column: 'businessAddress.country', rank: 2, canJoin: false, names: ['Country of Address'] },
];

/** Names of phones and emails. A file often has several; each is kept. */
export const contactSynonyms: readonly SynonymGroup[] = [
  ...joined(
    'phone',
    1,
    'Mobile',
    'Mobile phone',
    'Mobile number',
    'Mobile phone number',
    'Phone number',
    'Telephone number',
    'Contact number',
    'Contact phone',
    'Primary phone',
    'Main number',
    'Phone 1',
    'Phone 1 value',
  ),
  ...joined(
    'secondaryPhone',
    2,
    'Second phone',
    'Other phone',
    'Alternative phone',
    'Alternate phone',
    'Work phone',
    'Business phone',
    'Business phone 2',
    'Company phone',
    'Company main phone',
    'Office phone',
    'Home phone',
    'Home phone 2',
    'Phone other',
    'Landline',
    'Phone 2',
    'Phone 2 value',
    'Phone 3',
    'Phone 3 value',
    'Car phone',
    'DDI number',
    'Direct dial',
  ),
  ...joined(
    'email',
    1,
    'Email address',
    'Mail',
    'Primary email',
    'Email 1',
    'E-mail 1 value',
    'E-mail 1 address',
    'Email work',
    'Work email',
  ),
  ...joined(
    'secondaryEmail',
    2,
    'Second email',
    'Other email',
    'Alternative email',
    'Alternate email',
    'Additional email addresses',
    'Email 2',
    'E-mail 2 address',
    'E-mail 2 value',
    'E-mail 3 address',
    'E-mail 3 value',
    'Email home',
    'Email other',
    'Personal email',
    'Home email',
  ),
];
