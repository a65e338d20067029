import { type BusinessNumberName, businessNumbers } from '#contract/v1/business-numbers.ts';
import { countries } from '#contract/v1/countries.ts';

import type { Random } from './random.ts';

/** A country of demo clients. */
export interface Place {
  readonly country: string;
  readonly firstNames: readonly string[];
  readonly lastNames: readonly string[];
  readonly streets: readonly string[];
  /** City, state or region, postcode. */
  readonly towns: readonly (readonly [string, string, string])[];
  readonly companyEnding: string;
  readonly phone: (random: Random) => string;
  readonly businessNumbers: (random: Random) => Partial<Record<BusinessNumberName, string>>;
}

const australia: Place = {
  country: countries.AU.name,
  firstNames: [
    'Olivia',
    'Jack',
    'Mia',
    'Lachlan',
    'Siobhán',
    'Kirra',
    'Nguyễn',
    'Giorgia',
    'Harpreet',
    'Zoë',
  ],
  lastNames: [
    'O’Brien',
    'Walker',
    'Tran',
    'Papadopoulos',
    'D’Angelo',
    'Nguyen',
    'McKenzie',
    'Singh',
    'Müller',
    'Wright',
  ],
  streets: ['Banksia Street', 'Wattle Road', 'Station Street', 'Harbour Parade', 'Gumnut Lane'],
  towns: [
    ['Sydney', 'NSW', '2000'],
    ['Newcastle', 'NSW', '2300'],
    ['Melbourne', 'VIC', '3000'],
    ['Geelong', 'VIC', '3220'],
    ['Brisbane', 'QLD', '4000'],
    ['Fremantle', 'WA', '6160'],
    ['Hobart', 'TAS', '7000'],
  ],
  companyEnding: 'Pty Ltd',
  // Numbers that the Australian Communications and Media Authority reserves for fiction.
  phone: (random) =>
    random.chance(0.6)
      ? `+61491570${random.pick(['006', '156', '157', '158', '159', '110', '313', '737'])}`
      : `+61${random.pick(['2', '3', '7', '8'])}5550${random.digits(4)}`,
  businessNumbers: (random) => ({
    abn: valid('abn', () => random.int(1, 9) + random.digits(10)),
    ...(random.chance(0.7) && { acn: valid('acn', () => random.digits(9)) }),
  }),
};

const newZealand: Place = {
  country: countries.NZ.name,
  firstNames: ['Aroha', 'Wiremu', 'Hēmi', 'Māia', 'Charlotte', 'Tāne', 'Sione', 'Isla'],
  lastNames: ['Ngata', 'Te Rangi', 'Parata', 'Fraser', 'Tūhoe', 'Campbell', 'Faleolo', 'Reid'],
  streets: ['Kauri Road', 'Tui Street', 'Pōhutukawa Drive', 'Queen Street', 'Quay Street'],
  towns: [
    ['Auckland', 'Auckland', '1010'],
    ['Whangārei', 'Northland', '0110'],
    ['Wellington', 'Wellington', '6011'],
    ['Christchurch', 'Canterbury', '8011'],
    ['Dunedin', 'Otago', '9016'],
  ],
  companyEnding: 'Limited',
  // New Zealand reserves no numbers for fiction. Local numbers never start with 0, so nobody has
  // these.
  phone: (random) => `+649000${random.digits(4)}`,
  businessNumbers: (random) => ({ nzbn: valid('nzbn', () => `9429${random.digits(9)}`) }),
};

const unitedKingdom: Place = {
  country: countries.GB.name,
  firstNames: ['Amelia', 'Harry', 'Siân', 'Rhys', 'Aoife', 'Callum', 'Priya', 'Zainab'],
  lastNames: [
    'Smith',
    'Llywelyn',
    'Ó Conaill',
    'Patel',
    'Hughes',
    'MacLeod',
    'Begum',
    'Featherstonehaugh',
  ],
  streets: ['High Street', 'Mill Lane', 'Church Road', 'Station Approach', 'King’s Parade'],
  towns: [
    ['London', 'Greater London', 'EC1A 1BB'],
    ['Manchester', 'Greater Manchester', 'M1 1AE'],
    ['Leeds', 'West Yorkshire', 'LS1 4AP'],
    ['Cardiff', 'South Glamorgan', 'CF10 1EP'],
    ['Edinburgh', 'Midlothian', 'EH1 1YZ'],
  ],
  companyEnding: 'Ltd',
  // Numbers that Ofcom reserves for fiction.
  phone: (random) =>
    random.chance(0.6) ? `+447700900${random.digits(3)}` : `+442079460${random.digits(3)}`,
  businessNumbers: (random) => ({
    crn: valid(
      'crn',
      () => random.pick(['0', '1', 'SC', 'NI']).padEnd(2, random.digits(1)) + random.digits(6),
    ),
  }),
};

const singapore: Place = {
  country: countries.SG.name,
  firstNames: ['Wei Ling', 'Arjun', 'Siti', 'Jun Hao', 'Mei', 'Farid'],
  lastNames: ['Tan', 'Lim', 'binte Rahman', 'Goh', 'Krishnan', 'Lee'],
  streets: ['Orchard Road', 'Tampines Avenue 5', 'Jurong West Street 41', 'Kampong Bahru Road'],
  towns: [
    ['Singapore', '', '238801'],
    ['Singapore', '', '529510'],
    ['Singapore', '', '640421'],
  ],
  companyEnding: 'Pte. Ltd.',
  // Singapore reserves no numbers for fiction. No number there starts with 0.
  phone: (random) => `+650000${random.digits(4)}`,
  businessNumbers: (random) => ({
    uen: valid('uen', () =>
      random.chance(0.7)
        ? `20${random.int(10, 24)}${random.digits(5)}${random.letter('ZKCMDNERGWH')}`
        : random.digits(8) + random.letter('XMKECAWLJDB'),
    ),
  }),
};

/** The countries to choose from; Australia most often. */
export const places: readonly Place[] = [
  australia,
  australia,
  australia,
  newZealand,
  newZealand,
  unitedKingdom,
  unitedKingdom,
  singapore,
];

/** Returns the first guess whose check digits are valid. */
function valid(name: BusinessNumberName, guess: () => string): string {
  for (;;) {
    const number = guess();
    if ('ok' in businessNumbers[name].check(number)) return number;
  }
}
