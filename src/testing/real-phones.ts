import fc from 'fast-check';
import examples from 'libphonenumber-js/examples.mobile.json';
import {
  getCountries,
  Metadata,
  parsePhoneNumberFromString,
  type CountryCode,
} from 'libphonenumber-js/max';

import { findPlan } from '#src/lib/values/phone-plans.ts';

/** A valid number of a country and the parts it is written with. */
export interface RealNumber {
  readonly country: CountryCode;
  readonly code: string;
  /** The national prefix, dialled before the number within the country. */
  readonly trunk: string;
  readonly national: string;
  readonly phone: string;
}

/**
 * Returns an arbitrary of numbers of one country: its example number and any that its numbering
 * plan allows.
 */
function listNumbers(country: CountryCode): fc.Arbitrary<RealNumber> {
  const { code, prefix: trunk } = findPlan(country)!;
  metadata.selectNumberingPlan(country);
  const plan = metadata.numberingPlan as unknown as { nationalNumberPattern(): string };
  return (
    fc
      .oneof(
        fc.constant(examples[country] ?? ''),
        fc.stringMatching(new RegExp(`^(?:${plan.nationalNumberPattern()})$`)),
      )
      // Excludes service numbers that begin with 00 and can only be dialled within the country.
      .filter((national) => !national.startsWith('00'))
      .map((national) => ({ country, code, trunk, national, phone: `+${code}${national}` }))
      .filter(
        ({ phone }) => phone.length > 7 && parsePhoneNumberFromString(phone)?.number === phone,
      )
      .filter(({ phone }) => parsePhoneNumberFromString(phone)?.isValid() ?? false)
  );
}

const metadata = new Metadata();
/** Any country with a phone plan. */
export const anyCountry = fc.constantFrom(...getCountries());
const byCountry = new Map(getCountries().map((one) => [one, listNumbers(one)]));
/** Any valid number of any country. */
export const realNumber = anyCountry.chain((one) => byCountry.get(one)!);
