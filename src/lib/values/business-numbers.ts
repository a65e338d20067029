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
