import { lostTextError } from '#contract/v1/rules/lost-texts.ts';

import type { MainCountry } from './countries.ts';

/** The lead fields that contain an official business number. */
export const businessNumberNames = ['abn', 'acn', 'nzbn', 'crn', 'uen'] as const;
export type BusinessNumberName = (typeof businessNumberNames)[number];

/**
 * The result of a check: the number may be valid, or one sentence says why it cannot be. A warning
 * never rejects a lead.
 */
export type BusinessNumberCheck = { readonly ok: true } | { readonly warning: string };

/** A kind of business number: its country, its format, and a check for typing errors. */
export interface BusinessNumber {
  /** ISO 3166 code of the country that issues the number. */
  readonly country: MainCountry;
  /** The hint that the form shows before typing. */
  readonly hint: string;
  /** Checks the typed text, which is never empty. Spaces, dots and hyphens are ignored. */
  readonly check: (text: string) => BusinessNumberCheck;
}

const ok: BusinessNumberCheck = { ok: true };
const wrongDigits = (name: string): BusinessNumberCheck => ({
  warning: `This ${name} is not valid. Check the number.`,
});

/** Returns the number in capitals, without spaces, dots and hyphens. */
function compact(text: string): string {
  if (/^[\dA-Z]*$/.test(text)) return text;
  return text
    .normalize('NFKC')
    .replaceAll(/[\s.\p{Pd}]/gu, '')
    .toUpperCase();
}

/** Returns the compact number if it has the shape; undefined otherwise. Most are typed so. */
function compactIn(shape: RegExp, text: string): string | undefined {
  if (shape.test(text)) return text;
  const number = compact(text);
  return shape.test(number) ? number : undefined;
}

/** Returns the weighted sum of the digits. */
function weighted(digits: string, weights: readonly number[]): number {
  let sum = 0;
  for (let at = 0; at < weights.length; at += 1)
    sum += (weights[at] ?? 0) * (digits.charCodeAt(at) - 0x30);
  return sum;
}

const elevenDigits = /^\d{11}$/;
const abnWeights = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];

/**
 * Australian Business Register: after 1 is subtracted from the first digit, the weighted sum is a
 * multiple of 89.
 */
function checkAbn(text: string): BusinessNumberCheck {
  const digits = compactIn(elevenDigits, text);
  if (digits === undefined) return { warning: 'An ABN has 11 digits.' };
  const sum = weighted(digits, abnWeights) - 10;
  return sum % 89 === 0 ? ok : wrongDigits('ABN');
}

/**
 * Australian Securities and Investments Commission: the weighted sum, including the ninth digit, is
 * a multiple of 10.
 */
function checkAcn(text: string): BusinessNumberCheck {
  const digits = compactIn(nineDigits, text);
  if (digits !== undefined) return isAcn(digits) ? ok : wrongDigits('ACN');
  const short = compactIn(/^[1-9]\d{5,7}$/, text)?.padStart(9, '0');
  return {
    warning:
      short !== undefined && isAcn(short)
        ? `An ACN has 9 digits: perhaps ${short}, with leading zeros.`
        : 'An ACN has 9 digits.',
  };
}

const nineDigits = /^\d{9}$/;
const acnWeights = [8, 7, 6, 5, 4, 3, 2, 1, 1];
const isAcn = (digits: string) => weighted(digits, acnWeights) % 10 === 0;

/**
 * A New Zealand Business Number is a GS1 location number with New Zealand's prefix 94. Its weights
 * alternate between 1 and 3.
 */
function checkNzbn(text: string): BusinessNumberCheck {
  const digits = compactIn(nzbnShape, text);
  if (digits === undefined) return { warning: 'An NZBN has 13 digits and starts with 94.' };
  return weighted(digits, nzbnWeights) % 10 === 0 ? ok : wrongDigits('NZBN');
}

const nzbnShape = /^94\d{11}$/;
const nzbnWeights = [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1];

/** Companies House issues numbers without a check digit, so only the format is checked. */
function checkCrn(text: string): BusinessNumberCheck {
  if (compactIn(/^(?:\d{8}|[A-Z]{2}\d{6})$/, text) !== undefined) return ok;
  const number = compact(text);
  return {
    warning: /^\d{6,7}$/.test(number)
      ? `A CRN has 8 characters: perhaps ${number.padStart(8, '0')}, with leading zeros.`
      : 'A CRN has 8 digits, or two letters and 6 digits.',
  };
}

const uenShapes = [
  { shape: /^\d{8}[A-Z]$/, check: uenCheck([10, 4, 9, 3, 8, 2, 7, 1], 'XMKECAWLJDB') },
  { shape: /^\d{9}[A-Z]$/, check: uenCheck([10, 8, 6, 4, 9, 7, 5, 3, 1], 'ZKCMDNERGWH') },
  { shape: /^[RST]\d{2}[A-Z]{2}\d{4}[A-Z]$/, check: checkOtherUen },
];

/**
 * Checks Singapore's three formats, which all end in a check letter: businesses (8 digits), local
 * companies (year and 5 digits) and other entities.
 */
function checkUen(text: string): BusinessNumberCheck {
  const number = compact(text);
  const kind = uenShapes.find(({ shape }) => shape.test(number));
  if (!kind) return { warning: 'A UEN has 8 or 9 digits and a letter, or looks like T08LL1234A.' };
  return kind.check(number) ? ok : wrongDigits('UEN');
}

function uenCheck(weights: readonly number[], letters: string): (number: string) => boolean {
  return (number) => letters[weighted(number, weights) % 11] === number.at(-1);
}

function checkOtherUen(number: string): boolean {
  const alphabet = 'ABCDEFGHJKLMNPQRSTUVWX0123456789';
  const weights = [4, 3, 5, 3, 10, 2, 2, 5, 7];
  const sum = weights.reduce(
    (total, weight, at) => total + weight * alphabet.indexOf(number.charAt(at)),
    0,
  );
  return alphabet[(((sum - 5) % 11) + 11) % 11] === number.at(-1);
}

/** Returns a check that warns of a number that a spreadsheet has shortened as of a lost one. */
function unlessLost(check: BusinessNumber['check']): BusinessNumber['check'] {
  return (text) => {
    const result = check(text);
    if ('ok' in result) return result;
    return { warning: lostTextError(text.trim()) ?? result.warning };
  };
}

/**
 * Every business number of the specification. The field's rule accepts any text of up to 255
 * characters; these checks only warn.
 */
export const businessNumbers: Record<BusinessNumberName, BusinessNumber> = {
  abn: { country: 'AU', hint: '11 digits', check: unlessLost(checkAbn) },
  acn: { country: 'AU', hint: '9 digits', check: unlessLost(checkAcn) },
  nzbn: { country: 'NZ', hint: '13 digits, starting with 94', check: unlessLost(checkNzbn) },
  crn: {
    country: 'GB',
    hint: '8 digits, or two letters and 6 digits',
    check: unlessLost(checkCrn),
  },
  uen: { country: 'SG', hint: 'For example 201279465N or T08LL1234A', check: unlessLost(checkUen) },
};
