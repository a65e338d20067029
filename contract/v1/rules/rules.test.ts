import { describe, expect, it } from 'vitest';

import { pastDateRule } from './date-rule.ts';
import { numberRule } from './number-rule.ts';
import { choiceRule, choicesRule, emailRule, phoneRule, textRule, type Rule } from './rules.ts';

const asIs = (rule: Rule<unknown>, text: string) => {
  const result = rule(text);
  return result.error === undefined ? result.value : result;
};
const suggested = (rule: Rule<unknown>, text: string) => {
  const result = rule(text);
  return result.error === undefined ? `taken: ${String(result.value)}` : result.suggestion;
};

describe('phone', () => {
  it.each([
    ['+61 412 345 678', '+61412345678'],
    ['+61 (412) 345-678', '+61412345678'],
    ['+64.21.123.4567', '+64211234567'],
    ['+44\u00A020\u20117946\u20110958', '+442079460958'],
    ['+1234567', '+1234567'],
    ['+123456789012345', '+123456789012345'],
    // No doubled code or national 0: numbers of Singapore, New Zealand, Italy and Gabon.
    ['+65 6512 3456', '+6565123456'],
    ['+64 6 412 3456', '+6464123456'],
    ['+39 06 698 12345', '+390669812345'],
    ['+241 07 12 34 56', '+24107123456'],
    ['\u202A+61 412 345 678\u202C', '+61412345678'],
    ['\u2066+61\u200E412345678\u2069', '+61412345678'],
  ])('accepts %s', (typed, stored) => {
    expect(asIs(phoneRule, typed)).toBe(stored);
  });

  it.each([
    ['+44 (0)20 7946 0958', '+442079460958'],
    ['+61 412 345 678 ext. 12', '+61412345678'],
    ['+61 412 345 678 x12', '+61412345678'],
    ['＋61 412 345 678', '+61412345678'],
    ['+61412345678.0', '+61412345678'],
    ['+61 0412 345 678', '+61412345678'],
    ['+44 020 7946 0958', '+442079460958'],
    ['+6161412345678', '+61412345678'],
    ['+61 61 0412 345 678', '+61412345678'],
    ['+64 64 21 123 4567', '+64211234567'],
    ['+44 44 20 7946 0958', '+442079460958'],
    ['+65 65 6123 4567', '+6561234567'],
    ['+1 1 212 555 0123', '+12125550123'],
    // The contract does not decide which country an exit code belongs to, or whether it is one.
    ['0061 412 345 678', undefined],
    ['0113 496 0000', undefined],
    ['0011 61 2 9374 4000', undefined],
    ['64211234567.0', undefined],
    ['646-333-4444', undefined],
    ['+39 (0)6 698 12345', undefined],
    ['+44 2(0)7946 0958', undefined],
    ['+61 2 9374 4000/1', undefined],
    ['+61 412 345 678²', undefined],
    ['0412 345 678', undefined],
    ['61412345678', undefined],
    ['6.14E+10', undefined],
    ['+0412345678', undefined],
    ['+123456', undefined],
    ['+1234567890123456', undefined],
    ['+61 CALL ME', undefined],
  ])('rejects %s and suggests %s', (typed, suggestion) => {
    expect(phoneRule(typed).error).toBeTypeOf('string');
    expect(suggested(phoneRule, typed)).toBe(suggestion);
  });
});

it.each([
  '+61 412 345 678 ::: +61 2 9374 4000 ::: +61 2 9374 4001',
  '0412 345 678 ::: 02 9374 4000',
])('%s is several phones, which is said', (typed) => {
  expect(phoneRule(typed)).toEqual({ error: 'Enter one phone number, not several.' });
});

describe('the start of a phone', () => {
  it('is said to have a 0 or the country code too much', () => {
    expect(phoneRule('+610491570156').error).toBe(
      'Leave out the 0 after the country code: it is dialled only within the country.',
    );
    expect(phoneRule('+6161491570156').error).toBe(
      'The country code is there twice. Leave one of them out.',
    );
  });
});

describe('a value that a spreadsheet cut off', () => {
  it.each([
    ['phone', phoneRule],
    ['number', numberRule],
  ] as const)('is reported as lost in a %s, with a request to type it again', (_kind, rule) => {
    for (const text of ['6.14E+10', ' 6,14e+10 ', '+6.14E+10', '5E+04'])
      expect(rule(text)).toEqual({
        error: 'A spreadsheet shortened this number and its last digits are lost. Enter it again.',
      });
  });

  it('is reported as lost if the column was too narrow', () => {
    for (const rule of [phoneRule, numberRule, pastDateRule])
      expect(rule('########').error).toMatch(/column was too narrow.*Enter it again/);
  });
});

describe('number', () => {
  it.each([
    ['50000', 50_000],
    ['0', 0],
    ['007', 7],
    ['50000.00', 50_000],
    ['999999999999', 999_999_999_999],
  ])('accepts %s', (typed, stored) => {
    expect(asIs(numberRule, typed)).toBe(stored);
  });

  it.each([
    ['$50,000', '50000'],
    ['AUD 50 000', '50000'],
    ['50,000.00', '50000'],
    ['A$50,000 aud', '50000'],
    ['€50k', undefined],
    ['1.5m', undefined],
    ['1.5mil', undefined],
    ['2mil', undefined],
    ['40 pcm', undefined],
    ['80,000.50', undefined],
    ['50000.75', undefined],
    ['(500)', undefined],
    ['-5', undefined],
    ['5,00', undefined],
    ['1,50,000', undefined],
    ['ten', undefined],
    ['1000000000000', undefined],
  ])('rejects %s and suggests %s', (typed, suggestion) => {
    expect(numberRule(typed).error).toBeTypeOf('string');
    expect(suggested(numberRule, typed)).toBe(suggestion);
  });
});

describe('what is wrong', () => {
  it.each([
    ['1899-12-31', 'This date is before 1900. Check the year.'],
    ['2015', 'This is only a year. Enter the whole date, for example 1984-03-14.'],
    ['Mar-84', 'The day is missing. Enter the whole date, for example 1984-03-14.'],
    ['March 1984', 'The day is missing. Enter the whole date, for example 1984-03-14.'],
    ['03/1984', 'The day is missing. Enter the whole date, for example 1984-03-14.'],
    ['Mar-14', 'The day or the year is missing. Enter the whole date, for example 1984-03-14.'],
    ['31/02/1984', 'This date doesn’t exist.'],
    ['14/03/2990', 'This date is in the future.'],
    ['14/03/0084', 'This date is before 1900. Check the year.'],
    ['0000-00-00', 'Zeros are not a date. Leave it empty if the date isn’t known.'],
    ['00/00/0000', 'Zeros are not a date. Leave it empty if the date isn’t known.'],
  ])('is named for the date %s', (typed, sentence) => {
    expect(pastDateRule(typed)).toEqual({ error: sentence });
    expect(pastDateRule('1900-01-01')).toEqual({ value: '1900-01-01' });
  });

  it.each([
    ['2mil', /^Enter the amount in full: k, m and million/],
    ['40 pcm', /^Enter the amount alone: a period such as pcm/],
    ['$40/month', /^Enter the amount alone/],
    ['80,000.50', /^Use a whole number, without cents\.$/],
    ['-5', /^Use a number of 0 or more\.$/],
    ['$-500', /^Use a number of 0 or more\.$/],
    ['500-', /^Use a number of 0 or more\.$/],
    ['\u2212500', /^Use a number of 0 or more\.$/],
    ['(1,200)', /^Brackets mean a negative amount\./],
    ['$ (1,200.00)', /^Brackets mean a negative amount\./],
    ['50000 (approx)', /^Use digits only/],
    ['1.234k', /^Enter the amount in full/],
    ['£1,5k', /^Enter the amount in full/],
    ['999999999999k', /^Enter the amount in full/],
    ['#N/A', /^A formula in the spreadsheet failed/],
  ])('is named for the amount %s', (typed, sentence) => {
    expect(numberRule(typed).error).toMatch(sentence);
  });

  it.each([
    ['50K', '50,000'],
    ['$1.5 m', '1,500,000'],
    ['0.25k', '250'],
    ['20 lakh', '2,000,000'],
  ])('is a question for the amount %s', (typed, shown) => {
    expect(numberRule(typed)).toEqual({ error: `Did you mean ${shown}?` });
  });
});

describe('text', () => {
  it('is trimmed and composed, and counts what a person sees as a character', () => {
    expect(asIs(textRule(3), ' e\u0301é😀 ')).toBe('éé😀');
    expect(textRule(2)('ééé').error).toContain('at most 2');
  });

  it('has line breaks only in notes, and a suggestion without control characters', () => {
    expect(asIs(textRule(20, true), 'a\r\nb')).toBe('a\nb');
    expect(textRule(20)('a\nb')).toMatchObject({ suggestion: 'a b' });
    expect(textRule(20)('a\0b').error).toBeTypeOf('string');
    for (const invisible of ['\u200b', '\u2060 \u00ad', '\u3164', '\u2800\ufe0f'])
      expect(textRule(20)(invisible).error).toContain('only invisible');
    expect(textRule(20)('a\uD800').error).toBeTypeOf('string');
  });
});

describe('choice and email', () => {
  it('accepts exact values and suggests the value that differs by case or spaces', () => {
    const rule = choiceRule(['Yes', '2nd Mortgage']);
    expect(asIs(rule, 'Yes')).toBe('Yes');
    expect(suggested(rule, '2ND  mortgage')).toBe('2nd Mortgage');
    expect(suggested(rule, 'Maybe')).toBeUndefined();
    expect(asIs(choicesRule(['LOC', 'Business Loan']), 'LOC; Business Loan;LOC')).toEqual([
      'LOC',
      'Business Loan',
    ]);
  });

  it('accepts one address and suggests the one in angle brackets', () => {
    expect(asIs(emailRule, 'casey@kauri.test')).toBe('casey@kauri.test');
    expect(suggested(emailRule, 'Casey <casey@kauri.test>')).toBe('casey@kauri.test');
    for (const written of [
      'mailto:casey@kauri.test',
      'MAILTO:casey@kauri.test?subject=Loan',
      'casey@kauri.test (work)',
      'Casey <mailto:casey@kauri.test>',
    ])
      expect(suggested(emailRule, written)).toBe('casey@kauri.test');
    expect(suggested(emailRule, 'casey@kauri.test (or c@d.test)')).toBeUndefined();
    for (const wrong of ['casey', 'casey@kauri', 'a@b.test, c@d.test', '@kauri.test', 'a b@c.test'])
      expect(emailRule(wrong).error, wrong).toBeTypeOf('string');
  });
});
