import { foldText } from '#server/db/search-words.ts';
import { randomFrom, type Random } from '#server/testing/random.ts';

import { brands, companyEndings, firstNames, lastNames, qualifiers, trades } from './name-pools.ts';
import { otherNames } from './other-name-pools.ts';

/** The fields of a lead that a search looks at, as a broker fills them in. */
export interface SearchedClient {
  readonly firstName: string;
  readonly lastName: string;
  readonly companyName: string;
  readonly tradingName?: string;
  readonly phone: string;
  readonly secondaryPhone?: string;
  readonly email: string;
  readonly partnerLeadReferenceId: string;
  readonly abn?: string;
  readonly nzbn?: string;
  readonly uen?: string;
  readonly crn?: string;
}

/** Returns a generator of clients of four countries, the same for the same seed. */
export function clientsFrom(seed: number): () => SearchedClient {
  const random = randomFrom(seed);
  let count = 0;
  return () => makeClient(random, (count += 1));
}

/** How many clients have names in another script than the Latin one. */
const shareOfOtherScripts = 0.12;

/** Returns the first and last name of somebody. */
export function personName(random: Random): readonly [string, string] {
  if (!random.chance(shareOfOtherScripts)) return [random.pick(firstNames), random.pick(lastNames)];
  const names = random.pick(otherNames);
  return [random.pick(names.firstNames), random.pick(names.lastNames)];
}

type Names = Pick<SearchedClient, 'firstName' | 'lastName' | 'companyName'>;

function namesIn(random: Random): Names {
  return random.chance(shareOfOtherScripts) ? otherScriptNames(random) : latinNames(random);
}

function otherScriptNames(random: Random): Names {
  const names = random.pick(otherNames);
  const [firstName, lastName] = [random.pick(names.firstNames), random.pick(names.lastNames)];
  const brand = random.chance(0.2) ? lastName : random.pick(names.brands);
  const companyName = [brand, random.pick(names.brands), random.pick(names.trades)].join(
    names.space,
  );
  return { firstName, lastName, companyName };
}

function latinNames(random: Random): Names {
  const firstName = random.pick(firstNames);
  const lastName = random.chance(0.06)
    ? `${random.pick(lastNames)}-${random.pick(lastNames)}`
    : random.pick(lastNames);
  const trade = random.pick(trades);
  const brand = random.chance(0.2) ? lastName : random.pick(brands);
  const name = random.chance(0.85)
    ? `${brand} ${random.pick(qualifiers)} ${trade}`
    : `${brand} ${trade}`;
  return { firstName, lastName, companyName: `${name} ${random.pick(companyEndings)}`.trim() };
}

function makeClient(random: Random, number: number): SearchedClient {
  const names = namesIn(random);
  const [phone, numbers] = inCountry(random);
  return {
    ...names,
    ...(random.chance(0.15) && {
      tradingName: `The ${random.pick(brands)} ${random.pick(qualifiers)} ${random.pick(['Co', 'Shop', 'Studio', 'Kitchen'])}`,
    }),
    phone,
    ...(random.chance(0.1) && { secondaryPhone: inCountry(random)[0] }),
    email: makeEmail(names, random),
    partnerLeadReferenceId: random.chance(0.5)
      ? `${random.pick(['REF', 'MER', 'HB', 'ACQ'])}-${String(number).padStart(6, '0')}`
      : `P-${code(random)}-${code(random)}`,
    ...numbers,
  };
}

function makeEmail({ firstName, lastName, companyName }: Names, random: Random): string {
  const [first, last, company] = [letters(firstName), letters(lastName), letters(companyName)];
  if (first === '') return `client${random.digits(6)}@mail.test`;
  return random.chance(0.6)
    ? `${first}.${last}@${company}.test`
    : `${first}${last.slice(0, 1)}${random.digits(3)}@mail.test`;
}

type Numbers = Pick<SearchedClient, 'abn' | 'nzbn' | 'uen' | 'crn'>;

/** Returns a phone number and the business numbers of a country. */
function inCountry(random: Random): [string, Numbers] {
  const share = random.fraction();
  if (share < 0.6)
    return [
      random.chance(0.7)
        ? `+614${random.digits(8)}`
        : `+61${random.pick(['2', '3', '7', '8'])}${random.digits(8)}`,
      random.chance(0.8) ? { abn: `${random.int(10, 99)}${random.digits(9)}` } : {},
    ];
  if (share < 0.8)
    return [
      `+642${random.pick(['1', '2', '7'])}${random.digits(7)}`,
      random.chance(0.8) ? { nzbn: `9429${random.digits(9)}` } : {},
    ];
  if (share < 0.9)
    return [`+447${random.digits(9)}`, random.chance(0.8) ? { crn: random.digits(8) } : {}];
  return [
    `+65${random.pick(['8', '9'])}${random.digits(7)}`,
    random.chance(0.8)
      ? { uen: `20${random.int(10, 24)}${random.digits(5)}${random.letter('ZKCMDNERGWH')}` }
      : {},
  ];
}

function code(random: Random): string {
  return Array.from({ length: 6 }, () => random.letter('0123456789ABCDEFGHJKMNPQRSTVWXYZ')).join(
    '',
  );
}

/** Returns a name in the characters of an email address. */
function letters(name: string): string {
  return foldText(name).replaceAll(/[^a-z]+/g, '');
}
