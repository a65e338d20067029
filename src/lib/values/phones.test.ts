import fc from 'fast-check';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { describe, expect, it } from 'vitest';

import { mainCountries } from '#contract/v1/countries.ts';
import { phoneRule } from '#contract/v1/rules/rules.ts';

import { readPhones } from './phones.ts';

it('a phone of a country without a national prefix is read in a range that is not known yet, too', () => {
  expect(readPhones('Tel: +65 1234 5678', 'AU', undefined)).toEqual(['+6512345678']);
});

describe('a phone without +', () => {
  it.each([
    ['0412 345 678', 'AU', undefined, '+61412345678'],
    ['(02) 9123 4567', 'AU', undefined, '+61291234567'],
    ['61412345678', 'AU', undefined, '+61412345678'],
    ['61412345678', 'NZ', undefined, undefined],
    ['0113 496 0000', 'GB', undefined, '+441134960000'],
    ['0113 496 0000', 'AU', undefined, undefined],
    ['0113 496 0000', 'AU', 'NZ', undefined],
    ['0113 496 0000', 'AU', 'DE', undefined],
    ['0114 312 3456', 'US', undefined, undefined],
    ['011 349 6000', 'NZ', 'ZA', '+27113496000'],
    ['0011 61 2 9374 4000', 'AU', undefined, '+61293744000'],
    ['0061 2 9374 4000', 'NZ', undefined, '+61293744000'],
    // An international call from Singapore, or an Alabama number after 00.
    ['001 65 6234 5678', 'AU', undefined, undefined],
    ['64211234567.0', 'NZ', undefined, '+64211234567'],
    ['64211234567.0', 'AU', undefined, undefined],
    // The plus is missing, and the space behind the code.
    ['61412 345 612', 'AU', undefined, '+61412345612'],
    ['61412 345 612', 'NZ', 'AU', '+61412345612'],
    ['61412 345 612', 'NZ', undefined, undefined],
    ['6421 123 4567', 'NZ', undefined, '+64211234567'],
    ['4420 7946 0958', 'GB', undefined, '+442079460958'],
    ['1212 555 0100', 'US', undefined, '+12125550100'],
    ['4930 123456', 'DE', undefined, '+4930123456'],
    // Six of eight digits are no number: the code is none.
    ['6591 2345', 'SG', undefined, '+6565912345'],
    ['6463 334 444', 'NZ', undefined, '+6463334444'],
    ['646-333-4444', 'NZ', undefined, undefined],
    ['646-333-4444', 'AU', 'NZ', undefined],
    ['646-333-4444', 'US', undefined, '+16463334444'],
    ['09 377 1234/5', 'NZ', undefined, undefined],
    ['09 377 1234 - 5', 'NZ', undefined, undefined],
    // The row names its country, so the country chosen for the other rows doesn't apply.
    ['0412 345 678', 'AU', 'SG', undefined],
    ['021 123 4567', 'AU', 'NZ', '+64211234567'],
    ['020 7946 0958', 'GB', undefined, '+442079460958'],
    ['9123 4567', 'SG', undefined, '+6591234567'],
    ['(212) 555-0100', 'US', undefined, '+12125550100'],
    ['12345', 'NZ', undefined, undefined],
  ])('%s, chosen %s, by the row %s, is %s', (text, chosen, ofRow, number) => {
    expect(readPhones(text, chosen, ofRow)).toEqual(number && [number]);
  });

  it('becomes a number that can exist and that the contract takes, or stays', () => {
    const digits = fc.stringMatching(/^(0|61|64|44|65)?[1-9][0-9]{6,9}$/);
    fc.assert(
      fc.property(digits, fc.constantFrom(...mainCountries), (text, country) => {
        for (const number of readPhones(text, country, undefined) ?? []) {
          expect(parsePhoneNumberFromString(number)?.isPossible()).toBe(true);
          expect(phoneRule(number).error).toBeUndefined();
        }
      }),
    );
  });
});
