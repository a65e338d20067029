/** Calling codes of one or two digits (ITU-T E.164). All others have three. */
const shortCodes = /^\+(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

/**
 * How Australia, New Zealand and the United Kingdom group the digits after their calling code,
 * where that differs from {@link evenGroups}.
 */
const nationalGroups: Readonly<Record<string, readonly RegExp[]>> = {
  '+44': [/^([25]\d|70)(\d{4})(\d{4})$/, /^(7\d{3}|1[2-9][02-9]\d)(\d{5,6})$/],
  '+61': [/^([2378])(\d{4})(\d{4})$/, /^(1[389]0\d)(\d{3})(\d{3})$/],
  '+64': [/^([34679])(\d{3})(\d{4})$/, /^(2\d)(\d{3})(\d{3,4})$/],
};

/**
 * Formats a phone in the contract's form, `+442079460123`, for display: `+44 20 7946 0123`. Forms
 * and records use the same groups. The phone metadata of all countries is too large for a list, so
 * only the countries of most leads have their own groups. Returns any other text unchanged.
 */
export function formatPhone(text: string): string {
  if (!/^\+\d{7,15}$/.test(text)) return text;
  const code = shortCodes.exec(text)?.[0] ?? text.slice(0, 4);
  const rest = text.slice(code.length);
  const match = nationalGroups[code]?.map((groups) => groups.exec(rest)).find((one) => one);
  return [code, ...(match?.slice(1) ?? evenGroups(rest))].join(' ');
}

/** Returns the digits in as many groups of three as possible, followed only by groups of four. */
function evenGroups(digits: string): string[] {
  const inFours = 4 * (digits.length % 3);
  const at = inFours > digits.length ? digits.length : digits.length - inFours;
  return [...splitGroups(3, digits.slice(0, at)), ...splitGroups(4, digits.slice(at))];
}

/** Returns digits in groups of `length` digits. The first group may be shorter. */
export function splitGroups(length: number, digits: string): string[] {
  const first = digits.length % length;
  return [
    ...(first > 0 ? [digits.slice(0, first)] : []),
    ...Array.from({ length: Math.floor(digits.length / length) }, (_, group) =>
      digits.slice(first + group * length, first + (group + 1) * length),
    ),
  ];
}

/**
 * The groups of digits in which a register prints its numbers: an ABN as `51 824 753 556`, an ACN
 * as `004 085 616`. NZBN, CRN and UEN are printed without spaces.
 */
const printedGroups: Readonly<Partial<Record<string, readonly number[]>>> = {
  abn: [2, 3, 3, 3],
  acn: [3, 3, 3],
};

/**
 * Returns the digits of a business number, or its first ones, with spaces as its register prints
 * them. `name`: its field. Returns any other text unchanged.
 */
export function spaceDigits(name: string, text: string): string {
  const groups = printedGroups[name];
  if (!groups || !/^\d+$/.test(text)) return text;
  const parts: string[] = [];
  let rest = text;
  for (const [index, length] of groups.entries()) {
    const isLast = index === groups.length - 1;
    parts.push(isLast ? rest : rest.slice(0, length));
    rest = rest.slice(length);
    if (rest === '') break;
  }
  return parts.join(' ');
}

/**
 * Returns a whole business number in any spelling with spaces as its register prints them. Returns
 * any other text unchanged.
 */
export function formatBusinessNumber(name: string, text: string): string {
  const length = printedGroups[name]?.reduce((sum, group) => sum + group, 0);
  const digits = compactNumber(text);
  return digits.length === length ? spaceDigits(name, digits) : text;
}

/** Returns a number without the spaces, dots and hyphens between its digits and letters. */
export function compactNumber(text: string): string {
  const compact = text.replaceAll(/[\s.\p{Pd}]/gu, '');
  return /^[\dA-Za-z]+$/.test(compact) ? compact : text;
}
