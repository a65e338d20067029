import { lostTextError } from './lost-texts.ts';

/** The lead fields that hold a business's official number. */
export const businessNumberNames = ['abn', 'acn', 'nzbn', 'crn', 'uen'] as const;
export type BusinessNumberName = (typeof businessNumberNames)[number];

/** What a look at a business number tells: that it can be right, or one sentence why it cannot. A warning never rejects a lead. */
export type BusinessNumberCheck = { readonly ok: true } | { readonly warning: string };

/** A country's business number: whose it is, how it looks, and how to tell a slip of the finger. */
export interface BusinessNumber {
  /** ISO 3166 code of the country that gives it out. */
  readonly country: 'AU' | 'NZ' | 'GB' | 'SG';
  /** What a person is told before typing. */
  readonly hint: string;
  /** Looks at what was typed, never at nothing; spaces, dots and hyphens do not count. */
  readonly check: (text: string) => BusinessNumberCheck;
}

const ok: BusinessNumberCheck = { ok: true };
const wrongDigits = (name: string): BusinessNumberCheck => ({
  warning: `The check digits of this ${name} do not fit. Compare it with the client’s papers.`,
});

/** The number without what people put between its groups, in capitals. */
function compact(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[\s.\p{Pd}]/gu, '')
    .toUpperCase();
}

/** The digits multiplied by their weights, summed. */
function weighted(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0);
}

/** Australian Business Register: the first digit less one, weighted, is a multiple of 89. */
function checkAbn(text: string): BusinessNumberCheck {
  const digits = compact(text);
  if (!/^\d{11}$/.test(digits)) return { warning: 'An ABN has 11 digits.' };
  const sum = weighted(digits, [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) - 10;
  return sum % 89 === 0 ? ok : wrongDigits('ABN');
}

/** Australian Securities and Investments Commission: the ninth digit brings the weighted sum to a multiple of 10. */
function checkAcn(text: string): BusinessNumberCheck {
  const digits = compact(text);
  if (!/^\d{9}$/.test(digits)) return { warning: 'An ACN has 9 digits.' };
  return weighted(digits, [8, 7, 6, 5, 4, 3, 2, 1, 1]) % 10 === 0 ? ok : wrongDigits('ACN');
}

/** A New Zealand Business Number is a GS1 location number of New Zealand (94): its weights are 1 and 3 in turn. */
function checkNzbn(text: string): BusinessNumberCheck {
  const digits = compact(text);
  if (!/^94\d{11}$/.test(digits)) return { warning: 'An NZBN has 13 digits and starts with 94.' };
  return weighted(digits, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1]) % 10 === 0
    ? ok
    : wrongDigits('NZBN');
}

/** Companies House gives numbers without a check digit: only the shape can be looked at. */
function checkCrn(text: string): BusinessNumberCheck {
  const number = compact(text);
  if (/^(\d{8}|[A-Z]{2}\d{6})$/.test(number)) return ok;
  return {
    warning: /^\d{6,7}$/.test(number)
      ? `A CRN has 8 characters: perhaps ${number.padStart(8, '0')}, with the zeros in front.`
      : 'A CRN has 8 digits, or two letters and 6 digits.',
  };
}

const uenShapes = [
  { shape: /^\d{8}[A-Z]$/, check: uenCheck([10, 4, 9, 3, 8, 2, 7, 1], 'XMKECAWLJDB') },
  { shape: /^\d{9}[A-Z]$/, check: uenCheck([10, 8, 6, 4, 9, 7, 5, 3, 1], 'ZKCMDNERGWH') },
  { shape: /^[RST]\d{2}[A-Z]{2}\d{4}[A-Z]$/, check: checkOtherUen },
];

/** Singapore's three shapes: a business (8 digits), a local company (its year and 5 digits), any other entity; each ends in a check letter. */
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
    (total, weight, at) => total + weight * alphabet.indexOf(number[at]!),
    0,
  );
  return alphabet[(((sum - 5) % 11) + 11) % 11] === number.at(-1);
}

/** The check of a number that a spreadsheet did not shorten. */
function unlessLost(check: BusinessNumber['check']): BusinessNumber['check'] {
  return (text) => {
    const warning = lostTextError(text.trim());
    return warning === undefined ? check(text) : { warning };
  };
}

/** Every business number of the specification. Its rule is the field's own (any text of 255 characters); this only looks and tells. */
export const businessNumbers: Record<BusinessNumberName, BusinessNumber> = {
  abn: { country: 'AU', hint: '11 digits', check: unlessLost(checkAbn) },
  acn: { country: 'AU', hint: '9 digits', check: unlessLost(checkAcn) },
  nzbn: { country: 'NZ', hint: '13 digits, starting with 94', check: unlessLost(checkNzbn) },
  crn: {
    country: 'GB',
    hint: '8 digits, or two letters and 6 digits',
    check: unlessLost(checkCrn),
  },
  uen: {
    country: 'SG',
    hint: '8 or 9 digits and a letter, or like T08LL1234A',
    check: unlessLost(checkUen),
  },
};
