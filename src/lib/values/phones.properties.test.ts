import fc from 'fast-check';
import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max';
import { expect, it } from 'vitest';

import { anyCountry, realNumber, type RealNumber } from '#src/testing/real-phones.ts';

import { phoneIssueKind } from './contact-texts.ts';
import { internationalPhone, phonesWithin } from './phone-suggestions.ts';
import { readPhones } from './phones.ts';

/** A number in the groups in which its own country writes it, and as it is written abroad. */
interface GroupedNumber extends RealNumber {
  /** With the national prefix and brackets, where the country writes them. */
  readonly atHome: string;
  /** The calling code without its plus, and the number. */
  readonly abroad: string;
}

const groupedNumber: fc.Arbitrary<GroupedNumber> = realNumber.map((one) => {
  const number = parsePhoneNumberFromString(one.phone);
  const abroad = number?.formatInternational().slice(1) ?? '';
  return { ...one, atHome: number?.formatNational() ?? '', abroad };
});

const wide = (text: string) =>
  text.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));

/** The ways in which one number stands in a cell; most need a country. */
const writtenOnce = groupedNumber.chain((number) => {
  const { atHome, abroad, code, trunk } = number;
  const gaps = fc.constantFrom(' ', '.', '\u2013', '\u00A0', '\u2009', '\u00AD ', '');
  const text = fc.oneof(
    fc.constantFrom(atHome, abroad, `${code} ${atHome}`, `00 ${abroad}`, `00${abroad}`),
    fc.constantFrom(
      abroad.replace(' ', ` (${trunk || '0'})`),
      `00${abroad.replace(' ', ' (0)')}`,
      atHome.replace(' ', '/'),
      wide(atHome),
      `'${atHome}`,
    ),
    gaps.map((gap) => atHome.replaceAll(/[ -]/g, gap)),
  );
  return text.map((written) => ({ number, written }));
});

const addTexts: readonly ((text: string) => string)[] = [
  (text) => `Ph: ${text}`,
  (text) => `Tel. ${text}`,
  (text) => `M: ${text}`,
  (text) => `${text} (mobile)`,
  (text) => `${text} ext 12`,
  (text) => `${text} x12`,
  (text) => `${text} #12`,
  (text) => `Tel: ${text}, ext. 12 (work)`,
];
const written = fc
  .tuple(
    writtenOnce,
    fc.constantFrom((text: string) => text, ...addTexts),
  )
  .map(([{ number, written: text }, addText]) => ({ number, text: addText(text) }));

/** Returns everything that is proposed for a cell: in a file, and in the form. */
function proposed(text: string, known: CountryCode): string[] {
  const inForm = [
    internationalPhone(text, known),
    ...phonesWithin(text, [known]).map(({ phone }) => phone),
  ];
  return [
    ...(readPhones(text, known, undefined) ?? []),
    ...(readPhones(text, 'AU', known) ?? []),
    ...inForm.map((phone) => phone?.replaceAll(/[^+\d]/g, '')),
  ].filter((phone) => phone !== undefined);
}

const runs = { numRuns: 500 };

it('a number as its country writes it, with or without words beside it, is that number or none', () => {
  fc.assert(
    fc.property(written, ({ number: { country, phone }, text }) => {
      for (const one of proposed(text, country)) expect(one, text).toBe(phone);
    }),
    runs,
  );
});

it('most numbers as their countries write them are proposed', () => {
  const cells = fc.sample(groupedNumber, { numRuns: 500, seed: 11 });
  for (const addText of [(text: string) => text, ...addTexts]) {
    const found = cells.filter(
      ({ atHome, country }) => readPhones(addText(atHome), country, undefined) !== undefined,
    );
    expect(found.length, addText('…')).toBeGreaterThan(450);
  }
});

it('without a country nothing is proposed, but what has its +', () => {
  fc.assert(
    fc.property(written, ({ text }) => {
      expect(readPhones(text, 'address', undefined), text).toBeUndefined();
    }),
    runs,
  );
});

it('in another country a cell becomes a number of that country, as the person said, or is right', () => {
  fc.assert(
    fc.property(written, anyCountry, ({ number: { phone }, text }, other) => {
      for (const one of readPhones(text, other, undefined) ?? []) {
        const isOwn = parsePhoneNumberFromString(one, other)?.isValid() ?? false;
        expect(isOwn || one === phone, `${text} in ${other} is ${one}`).toBe(true);
      }
    }),
    runs,
  );
});

it('two numbers in a cell are those two, in their order, or none', () => {
  const separator = fc.constantFrom(' / ', '/', '; ', ', ', ' | ', ' or ', '\n', ' & ');
  fc.assert(
    fc.property(groupedNumber, groupedNumber, separator, fc.boolean(), (one, other, mark, isM) => {
      const text = `${isM ? 'M: ' : ''}${one.atHome}${mark}+${other.abroad}`;
      const numbers = readPhones(text, one.country, undefined);
      expect(numbers ?? [one.phone, other.phone], text).toEqual([one.phone, other.phone]);
      const kind = phoneIssueKind(text, undefined);
      expect(numbers === undefined ? 'two-phones' : kind, text).toBe('two-phones');
    }),
    runs,
  );
});

it('the part of a number that is dialled within its area alone is never completed', () => {
  fc.assert(
    fc.property(groupedNumber, ({ atHome, trunk, country, phone }) => {
      fc.pre(trunk !== '' && parsePhoneNumberFromString(phone)?.getType() === 'FIXED_LINE');
      const local = atHome.replace(/^(?:\S+ )??\(.*?\)\s*|^[^ -]+[ -]/, '');
      const { length } = local.replaceAll(/\D/g, '');
      fc.pre(length < atHome.replaceAll(/\D/g, '').length);
      fc.pre(length >= 5 && length <= 8 && !local.startsWith(trunk) && !/[()]/.test(local));
      const readings = readPhones(local, country, undefined);
      expect(readings, `${local} of ${atHome} in ${country}`).toBeUndefined();
    }),
    // Most numbers are none of a fixed line with an area code.
    { numRuns: 100 },
  );
});

it.each([
  ['6.42E+10', 'NZ'],
  ['6,42E+10', 'NZ'],
  ['٠٤١٢ ٣٤٥ ٦٧٨', 'AU'],
  ['0412 345 678 9 ext', 'AU'],
  ['0412 345 67²', 'AU'],
  ['0412 345 678 (Jane)', 'AU'],
  ['Fax 02 9374 4000', 'AU'],
  ['02 9374 4000 / 4001', 'AU'],
  ['02 9374 4000 / 9374 4001', 'AU'],
  ['030 123456 / 123457', 'DE'],
  ['30123456', 'DE'],
  ['0412 345 678 / 0412 345 679 / 0412 345 670', 'AU'],
] as const)('%s in %s is an error', (text, country) => {
  expect(readPhones(text, country, undefined)).toBeUndefined();
  expect(internationalPhone(text, country)).toBeUndefined();
});

it.each([
  ['030/123 4567', 'DE', '+49301234567'],
  ['０４１２　３４５　６７８', 'AU', '+61412345678'],
  ['412345678.0', 'AU', '+61412345678'],
  ['0412\u2011345\u2011678', 'AU', '+61412345678'],
  ['+61 412 345 678 ext 5', 'AU', '+61412345678'],
] as const)('%s in %s is %s', (text, country, phone) => {
  expect(readPhones(text, country, undefined)).toEqual([phone]);
});
