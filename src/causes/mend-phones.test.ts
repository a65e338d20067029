import fc from 'fast-check';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { describe, expect, it } from 'vitest';

import { phoneRule } from '#contract/v1/rules.ts';

import { likelyCountries, mendedPhone } from './mend-phones.ts';

describe('a phone without +', () => {
  it.each([
    ['0412 345 678', 'AU', undefined, '+61412345678'],
    ['(02) 9123 4567', 'AU', undefined, '+61291234567'],
    ['61412345678', 'NZ', undefined, '+61412345678'],
    ['021 123 4567', 'AU', 'NZ', '+64211234567'],
    ['020 7946 0958', 'GB', undefined, '+442079460958'],
    ['9123 4567', 'SG', undefined, '+6591234567'],
    ['(212) 555-0100', 'US', undefined, '+12125550100'],
    ['12345', 'NZ', undefined, undefined],
  ])('%s, chosen %s, by the row %s, is %s', (text, chosen, ofRow, number) => {
    expect(mendedPhone(text, chosen, ofRow)).toBe(number);
  });

  it('becomes a number that can exist and that the contract takes, or stays', () => {
    const digits = fc.stringMatching(/^(0|61|64|44|65)?[1-9][0-9]{6,9}$/);
    fc.assert(
      fc.property(digits, fc.constantFrom(...likelyCountries), (text, country) => {
        const number = mendedPhone(text, country, undefined);
        if (number === undefined) return;
        expect(parsePhoneNumberFromString(number)?.isPossible()).toBe(true);
        expect(phoneRule(number).fault).toBeUndefined();
      }),
    );
  });
});
