import type { AddressPart } from '#contract/v1/addresses.ts';
import { foldText } from '#server/db/search-words.ts';

import { type Place, places } from './demo-places.ts';
import type { Random } from './random.ts';

/** A fictional person with a fictional company. */
export interface Client {
  readonly place: Place;
  readonly firstName: string;
  readonly lastName: string;
  readonly companyName: string;
  readonly email: string;
  readonly industryCategory: string;
  readonly industry: string;
}

const trades = [
  ['Joinery', 'Manufacturing', 'Furniture'],
  ['Roasters', 'Hospitality', 'Cafés and coffee'],
  ['Haulage', 'Transport', 'Road freight'],
  ['Dental', 'Health care', 'Dentists'],
  ['Electrical', 'Construction', 'Electricians'],
  ['Landscapes', 'Construction', 'Landscaping'],
  ['Bakery', 'Hospitality', 'Bakeries'],
  ['Fitness', 'Recreation', 'Gyms'],
  ['Robotics', 'Professional services', 'Engineering'],
  ['Outfitters', 'Retail', 'Clothing'],
  ['Plumbing & Gas', 'Construction', 'Plumbers'],
  ['Vineyards', 'Agriculture', 'Wine'],
] as const;
const names = [
  'Southern',
  'Blue Gum',
  'Kererū',
  'Northlight',
  'Old Mill',
  'Saltwater',
  'Three Rivers',
  'Lantern',
  'Beacon',
  'Ironbark',
  'Café Noël',
  'Merlion',
];

/** Returns a person who might want funding. */
export function makeClient(random: Random): Client {
  const place = random.pick(places);
  const firstName = random.pick(place.firstNames);
  const lastName = random.pick(place.lastNames);
  const [trade, industryCategory, industry] = random.pick(trades);
  const name = random.chance(0.25)
    ? `${lastName} & ${random.pick(['Sons', 'Daughters', 'Co'])}`
    : random.pick(names);
  const companyName = `${name} ${trade} ${place.companyEnding}`;
  const email = `${plain(firstName)}.${plain(lastName)}@${plain(`${name} ${trade}`)}.test`;
  return { place, firstName, lastName, companyName, email, industryCategory, industry };
}

/** Returns an address in the client’s country, sometimes without its second line or state. */
export function makeAddress(
  { place }: Client,
  random: Random,
): Partial<Record<AddressPart, string>> {
  const [city, state, zipCode] = random.pick(place.towns);
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
function plain(name: string): string {
  return foldText(name).replaceAll(/[^a-z]+/g, '');
}
