/**
 * Returns whether a value is empty: absent, an empty text or list, or an object of empty parts. The
 * number 0 is not empty.
 */
export function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === 'string') return value.trim() === '';
  return typeof value === 'object' && Object.values(value).every(isEmpty);
}

/**
 * Returns a value as text: the parts of a list or an object, joined. Omits an object's `id` and
 * `type`, but shows the `id` if there is nothing else.
 */
export function plainText(value: unknown): string {
  if (isEmpty(value)) return '';
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return value.map(plainText).join(', ');
  const parts = Object.entries(value ?? {}).filter(([, part]) => !isEmpty(part));
  const words = parts.filter(([name]) => name !== 'id' && name !== 'type');
  const said = words.length > 0 ? words : parts.filter(([name]) => name === 'id');
  return said.map(([, part]) => plainText(part)).join(' ');
}

/** Returns a value of unknown meaning as text: the parts of an object with their names. */
export function namedText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return plainText(value);
  if (Array.isArray(value)) return value.map(namedText).join(', ');
  const parts = Object.entries(value).filter(([, part]) => !isEmpty(part));
  return parts.map(([name, part]) => `${name}: ${namedText(part)}`).join(', ');
}

/** Returns whether a text is a web address that can be opened. */
export const isWebAddress = (text: string) => /^https?:\/\//i.test(text) && URL.canParse(text);

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
  const [, threes = digits, fours = ''] = /^((?:\d{3})*)((?:\d{4})*)$/.exec(digits) ?? [];
  const groups = [...threes.split(/(?=(?:\d{3})+$)/), ...fours.split(/(?=(?:\d{4})+$)/)];
  return groups.filter(Boolean);
}
