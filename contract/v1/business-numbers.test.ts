import { describe, expect, test } from 'vitest';

import { lostTextErrors } from '#contract/v1/rules/lost-texts.ts';

import {
  businessNumberNames,
  businessNumbers,
  type BusinessNumberName,
} from './business-numbers.ts';
import { leadFields } from './leads.ts';

/** Numbers that the registers publish, or that well-known companies print on their letters. */
const published: Record<BusinessNumberName, readonly string[]> = {
  abn: ['51 824 753 556', '53004085616', '33-102-417-032'],
  acn: ['004 085 616', '000 000 019', '010.499.966'],
  nzbn: ['9429000106078', '94 2900 0106 078'],
  crn: ['00000006', 'SC123456', 'ni012345'],
  uen: ['00192200M', '197401143C', '196800306E', 'S16FC0121D', 't01fc6132d'],
};

describe.each(businessNumberNames)('%s', (name) => {
  const { check } = businessNumbers[name];

  test.each(published[name])('%s is valid', (text) => {
    expect(check(text)).toEqual({ ok: true });
  });

  test('is a field of the lead, with a warning if it is too short', () => {
    expect(leadFields[name].kind).toBe('text');
    expect(check('123')).toHaveProperty('warning');
  });

  test('is reported as lost if a spreadsheet shortened it', () => {
    expect(check('5.18E+10')).toEqual({ warning: lostTextErrors.exponent });
  });
});

describe('a typing error causes a warning', () => {
  test.each([
    ['abn', '51 824 753 565'],
    ['acn', '040 085 616'],
    ['nzbn', '9429000106087'],
    ['uen', '197401143D'],
    ['uen', '00192200K'],
    ['uen', 'S16FC0121B'],
  ] as const)('%s %s', (name, text) => {
    expect(businessNumbers[name].check(text)).toEqual({
      warning: `This ${name.toUpperCase()} is not valid. Check the number.`,
    });
  });

  test('an ACN without its leading zeros is suggested in full', () => {
    expect(businessNumbers.acn.check('4085616')).toEqual({
      warning: expect.stringContaining('004085616'),
    });
    expect(businessNumbers.acn.check('4085617')).toEqual({ warning: 'An ACN has 9 digits.' });
  });

  test('a CRN without its leading zeros is suggested in full', () => {
    expect(businessNumbers.crn.check('123456')).toEqual({
      warning: expect.stringContaining('00123456'),
    });
  });
});
