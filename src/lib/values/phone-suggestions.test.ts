import { describe, expect, test } from 'vitest';

import { readerLocales } from '#src/lib/locale.ts';

import {
  likelyCountry,
  findPhoneCountry,
  internationalPhone,
  likelyPhones,
  phoneCountryOptions,
  phonesWithin,
  phoneWarning,
  possiblePhone,
  withCountry,
} from './phone-suggestions.ts';

describe('what was typed, as it will be sent', () => {
  test.each([
    ['0412 345 678', 'AU', '+61 412 345 678'],
    ['(04) 1234-5678', 'AU', '+61 412 345 678'],
    ['021 123 4567', 'NZ', '+64 21 123 4567'],
    ['020 7946 0018', 'GB', '+44 20 7946 0018'],
    ['9123 4567', 'SG', '+65 9123 4567'],
    ['0113 496 0000', 'GB', '+44 113 496 0000'],
    ['61412345678', 'AU', '+61 412 345 678'],
    ['64211234567.0', 'NZ', '+64 21 123 4567'],
    // Dialled from Australia, and from most other countries.
    ['0011 44 20 7946 0018', 'AU', '+44 20 7946 0018'],
    ['0061 412 345 678', 'AU', '+61 412 345 678'],
    // The national prefix after the country code, where it is no 0.
    ['+7 8 912 345 67 89', 'AU', '+7 912 345 6789'],
  ] as const)('%s, %s', (text, country, sent) => {
    expect(internationalPhone(text, country)).toBe(sent);
  });

  const others = ['+61412345678', '+61 412 345 678', '', 'call me', '0412 345 6'];
  /** Their first digits are not taken for a country code. */
  const ofNoCountry = ['0113 496 0000', '646-333-4444', '64211234567', '0011 64 21 123 4567.0'];
  /** The contract has an error and a suggestion for these. */
  const invalid = [
    '+44 (0)20 7946 0018',
    '+61 0412 345 678',
    '＋61412345678',
    '+61 412 345 678 ext 5',
  ];
  /** Not replaced without a click. */
  const two = ['Ph: 0412 345 678', '0412 345 678 / 0412 345 679', '+64 21 123 4567 (mobile)'];

  test.each([...others, ...ofNoCountry, ...invalid, ...two])('%j is left as it is', (text) => {
    expect(internationalPhone(text, 'AU')).toBeUndefined();
  });

  test('an extension is never dropped', () => {
    expect(internationalPhone('0412 345 678 ext 5', 'AU')).toBeUndefined();
    expect(possiblePhone('0412 345 678 ext 5', 'AU')).toBeUndefined();
  });

  test('a number reserved for fiction is a possible number, but does not replace what was typed', () => {
    expect(internationalPhone('07700 900123', 'GB')).toBeUndefined();
    expect(possiblePhone('07700 900123', 'GB')).toBe('+44 7700 900123');
    for (const text of ['646-333-4444', '0011 61 2 9374 4000', '64211234567.0'])
      expect(possiblePhone(text, 'NZ')).toBeUndefined();
  });

  test.each([
    ['Ph: 0412 345 678', ['AU +61 412 345 678']],
    ['02 9374 4000 ext 12', ['AU +61 2 9374 4000', 'NZ +64 29 374 4000']],
    ['0412 345 678 / 0412 345 679', ['AU +61 412 345 678', 'AU +61 412 345 679']],
    ['+64 21 123 4567 (mobile)', ['NZ +64 21 123 4567']],
    ['0412 345 678', []],
    ['+61 412 345 678', []],
    ['0412 345 678 (Jane)', []],
    ['Fax: 02 9374 4000', []],
    ['0412 345 6 (mobile)', []],
  ])('what %s contains is suggested, each number in each country', (text, phones) => {
    const within = phonesWithin(text, ['AU', 'NZ']);
    expect(within.map(({ country, phone }) => `${country} ${phone}`)).toEqual(phones);
  });

  test('a number valid in several countries has a suggestion for each', () => {
    expect(likelyPhones('02 9374 4000', 'AU')).toEqual([
      { country: 'AU', phone: '+61 2 9374 4000' },
      { country: 'NZ', phone: '+64 29 374 4000' },
    ]);
    expect(likelyPhones('0412 345 678', 'AU')).toEqual([
      { country: 'AU', phone: '+61 412 345 678' },
    ]);
    expect(likelyPhones('+61 2 9374 4000', 'AU')).toEqual([]);
  });
});

describe('a warning', () => {
  test.each([
    ['0412 345 6', 'This number looks too short for Australia.'],
    ['+61 412 345 6', 'This number looks too short for Australia.'],
    ['+61 412 345 678 90', 'This number looks too long for Australia.'],
    ['+999 123 456', 'No country has this code. Check the digits after the +.'],
  ])('%s', (text, warning) => {
    expect(phoneWarning(text, 'AU')).toBe(warning);
  });

  test.each(['', '041', '0412 345 678', '+64 21 123 4567'])('none for %j', (text) => {
    expect(phoneWarning(text, 'AU')).toBeUndefined();
  });
});

describe('the country', () => {
  test('is that of the number', () => {
    expect(findPhoneCountry('+64 21 123 4567')).toBe('NZ');
    expect(findPhoneCountry('＋6591234567')).toBe('SG');
    expect(findPhoneCountry('0412 345 678')).toBeUndefined();
  });

  test('chosen again, gives the number its code', () => {
    expect(withCountry('+61 21 123 4567', 'NZ')).toBe('+64 21 123 4567');
    expect(withCountry('021 123 4567', 'NZ')).toBe('+64 21 123 4567');
    expect(withCountry('12', 'NZ')).toBe('12');
  });

  test('starts as the user’s own if it is one of the four that lead the list', () => {
    expect(likelyCountry(['en-NZ'])).toBe('NZ');
    expect(likelyCountry(['en-US'])).toBe('AU');
    expect(likelyCountry(readerLocales(['C']))).toBe('AU');
    expect(
      phoneCountryOptions()
        .map(({ value }) => value)
        .slice(0, 4),
    ).toEqual(['AU', 'NZ', 'GB', 'SG']);
    expect(phoneCountryOptions()[2]?.label).toMatch(/^GB \+44\s+United Kingdom$/);
  });
});
