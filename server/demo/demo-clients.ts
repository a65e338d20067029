import { type BusinessNumberName, businessNumbers } from '#contract/v1/business-numbers.ts';
import { countries } from '#contract/v1/countries.ts';
import { foldText } from '#server/db/search-words.ts';

import type { Random } from './random.ts';

/** A country of demo clients. */
interface Place {
  readonly country: string;
  readonly firstNames: readonly string[];
  readonly lastNames: readonly string[];
  readonly streets: readonly string[];
  /** City, state or region, postcode. */
  readonly towns: readonly string[];
  readonly companyEnding: string;
  readonly phone: (random: Random) => string;
  readonly businessNumbers: (random: Random) => Partial<Record<BusinessNumberName, string>>;
}

const list = (text: string): readonly string[] => text.split(', ');

// Numbers that the Australian Communications and Media Authority reserves for fiction, after 0491.
const australianMobiles = list(
  '570006, 570156, 570157, 570158, 570159, 570110, 570313, 570737, 571266, 571491, 571804, 572549, 572665, 572983, 573770, 573087, 574118, 574632, 575254, 575789, 576398, 576801, 577426, 577644, 578957, 578148, 578888, 579212, 579760, 579455',
);

const australia: Place = {
  country: countries.AU.name,
  firstNames: list('Olivia, Jack, Mia, Lachlan, Siobhán, Kirra, Nguyễn, Giorgia, Harpreet, Zoë'),
  lastNames: list('O’Brien, Walker, Tran, Papadopoulos, D’Angelo, McKenzie, Singh, Müller, Wright'),
  streets: list('Banksia Street, Wattle Road, Station Street, Harbour Parade, Gumnut Lane'),
  towns: list('Sydney/NSW/2000, Melbourne/VIC/3000, Geelong/VIC/3220, Brisbane/QLD/4000'),
  companyEnding: 'Pty Ltd',
  phone: (random) =>
    random.chance(0.6)
      ? `+61491${random.pick(australianMobiles)}`
      : `+61${random.pick(['2', '3', '7', '8'])}5550${random.digits(4)}`,
  businessNumbers: (random) => ({
    abn: findValid('abn', () => random.int(1, 9) + random.digits(10)),
    ...(random.chance(0.7) && { acn: findValid('acn', () => random.digits(9)) }),
  }),
};

const newZealand: Place = {
  country: countries.NZ.name,
  firstNames: list('Aroha, Wiremu, Hēmi, Māia, Charlotte, Tāne, Sione, Isla'),
  lastNames: list('Ngata, Te Rangi, Henare, Fraser, Tūhoe, Campbell, Faleolo, Reid'),
  streets: list('Kauri Road, Tui Street, Pōhutukawa Drive, Queen Street, Quay Street'),
  towns: list('Auckland/Auckland/1010, Whangārei/Northland/0110, Dunedin/Otago/9016'),
  companyEnding: 'Limited',
  // New Zealand reserves no numbers for fiction. Local numbers never start with 0, so nobody has
  // these.
  phone: (random) => `+649000${random.digits(4)}`,
  businessNumbers: (random) => ({ nzbn: findValid('nzbn', () => `9429${random.digits(9)}`) }),
};

const unitedKingdom: Place = {
  country: countries.GB.name,
  firstNames: list('Amelia, Harry, Siân, Rhys, Aoife, Callum, Priya, Zainab'),
  lastNames: list('Smith, Llywelyn, Ó Conaill, Patel, Hughes, MacLeod, Begum, Featherstonehaugh'),
  streets: list('High Street, Mill Lane, Church Road, Station Approach, King’s Parade'),
  towns: list('London/Greater London/EC1A 1BB, Leeds/West Yorkshire/LS1 4AP'),
  companyEnding: 'Ltd',
  // Numbers that Ofcom reserves for fiction.
  phone: (random) =>
    random.chance(0.6) ? `+447700900${random.digits(3)}` : `+442079460${random.digits(3)}`,
  businessNumbers: (random) => ({ crn: findValid('crn', () => `0${random.digits(7)}`) }),
};

const singapore: Place = {
  country: countries.SG.name,
  firstNames: list('Wei Ling, Arjun, Siti, Jun Hao, Mei, Farid'),
  lastNames: list('Tan, Lim, binte Rahman, Goh, Krishnan, Lee'),
  streets: list('Orchard Road, Tampines Avenue 5, Jurong West Street 41, Kampong Bahru Road'),
  towns: list('Singapore//238801, Singapore//529510, Singapore//640421'),
  companyEnding: 'Pte. Ltd.',
  // Singapore reserves no numbers for fiction. No number there starts with 0.
  phone: (random) => `+650000${random.digits(4)}`,
  businessNumbers: (random) => ({
    uen: findValid(
      'uen',
      () => `20${random.int(10, 24)}${random.digits(5)}${random.letter('ZKCMD')}`,
    ),
  }),
};

/** The countries to choose from; Australia most often. */
const places = [australia, australia, australia, newZealand, newZealand, unitedKingdom, singapore];

/**

 * The trades of companies: a word of their name, the category of their industry, and the industry.

 */
const trades = [
  ['Roasters', 'Hospitality', 'Cafés and coffee'],
  ['Haulage', 'Transport', 'Road freight'],
  ['Dental', 'Health care', 'Dentists'],
  ['Electrical', 'Construction', 'Electricians'],
  ['Landscapes', 'Construction', 'Landscaping'],
  ['Bakery', 'Hospitality', 'Bakeries'],
  ['Outfitters', 'Retail', 'Clothing'],
  ['Plumbing & Gas', 'Construction', 'Plumbers'],
] as const;
const companyNames = list(
  'Southern, Blue Gum, Kererū, Northlight, Old Mill, Saltwater, Lantern, Beacon, Ironbark, Café Noël, Merlion, Three Rivers, Tidewater, Copper Lane, Highfield, Rosella, Clearwater, Foundry, Windmill, Hillcrest, Pelican, Riverbend, Juniper, Silver Fern, Old Dock, Fairview',
);

/** A fictional person with a fictional company. */
export type DemoClient = ReturnType<typeof makeClient>;

/** Returns a person who might want funding, with a company whose name is not taken yet. */
export function makeClient(random: Random, taken = new Set<string>()) {
  const place = random.pick(places);
  const firstName = random.pick(place.firstNames);
  const lastName = random.pick(place.lastNames);
  const [trade, industryCategory, industry] = random.pick(trades);
  const names = [random.pick(companyNames), ...companyNames, `${lastName} & Sons`];
  const tradingNames = names.map((name) => `${name} ${trade}`);
  const tradingName = tradingNames.find((name) => !taken.has(name)) ?? `${firstName}’s ${trade}`;
  taken.add(tradingName);
  return {
    place,
    firstName,
    lastName,
    companyName: `${tradingName} ${place.companyEnding}`,
    tradingName,
    email: `${toAscii(firstName)}.${toAscii(lastName)}@${toAscii(tradingName)}.test`,
    industryCategory,
    industry,
  };
}

/** Returns an address in the client’s country, sometimes without its second line or state. */
export function makeAddress({ place }: DemoClient, random: Random) {
  const [city = '', state = '', zipCode = ''] = random.pick(place.towns).split('/');
  return {
    addressLine1: `${random.int(1, 240)} ${random.pick(place.streets)}`,
    ...(random.chance(0.3) && { addressLine2: `Unit ${random.int(1, 40)}` }),
    city,
    ...(state !== '' && { state }),
    zipCode,
    country: place.country,
  };
}

/** Returns a name in the characters of an email address. */
const toAscii = (name: string): string => foldText(name).replaceAll(/[^a-z]+/g, '');

/** Returns the first guess whose check digits are valid. */
function findValid(name: BusinessNumberName, guess: () => string): string {
  for (;;) {
    const number = guess();
    if ('ok' in businessNumbers[name].check(number)) return number;
  }
}
