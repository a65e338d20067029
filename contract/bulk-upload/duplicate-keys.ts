import { type BusinessNumberName, businessNumberNames } from '#contract/v1/business-numbers.ts';

/**
 * The lead fields that suggest that two leads are about the same client. Second phones and emails
 * are often shared and do not count.
 */
export const duplicateKeyNames = [
  'phone',
  'email',
  ...businessNumberNames,
  'partnerLeadReferenceId',
] as const;
export type DuplicateKeyName = 'phone' | 'email' | BusinessNumberName | 'partnerLeadReferenceId';

// The 255 characters of a field can be two UTF-16 code units each. A longer text is invalid and has
// no key.
const maxLength = 510;

/**
 * Returns the duplicate keys of a lead, such as `phone:+61412345678`, `email:a@b.test`,
 * `abn:51824753556` and `reference:A-17`. Leads that share a key are probably about the same
 * client. `read` returns the value of a field, as stored or as typed; `''` means no value. For
 * stored values, the database function `lead_duplicate_keys` returns the same keys.
 */
export function duplicateKeys(read: (name: DuplicateKeyName) => string): string[] {
  const keys: string[] = [];
  const add = (kind: string, value: string) => {
    if (value !== '') keys.push(`${kind}:${value}`);
  };
  add('phone', phoneKey(read('phone')));
  add('email', lowerCase(normaliseText(read('email'))));
  for (const name of businessNumberNames) add(name, numberKey(read(name)));
  add('reference', normaliseText(read('partnerLeadReferenceId')));
  return keys;
}

function normaliseText(text: string): string {
  if (/^[!-~]{1,255}$/.test(text)) return text;
  return text === '' || text.length > maxLength ? '' : text.normalize('NFC').trim();
}

const international = /^\+[1-9]\d{6,14}$/;

function phoneKey(text: string): string {
  if (text === '' || international.test(text)) return text;
  if (text.length > maxLength) return '';
  const joined = text.replaceAll(/[\s.()[\]\p{Pd}]/gu, '');
  return international.test(joined) ? joined : '';
}

/**
 * Returns the letters and digits of a text, in capitals. Returns `''` for fewer than 5 characters:
 * every business number is longer, and such a text is `n/a` or `none`.
 */
function numberKey(text: string): string {
  if (/^[0-9A-Z]{5,255}$/.test(text)) return text;
  if (text === '' || text.length > maxLength) return '';
  const compact = text
    .normalize('NFC')
    .replaceAll(/[^0-9A-Za-z]/g, '')
    .toUpperCase();
  return compact.length < 5 ? '' : compact;
}

/** Lowercases only A to Z: the only letters that every database lowercases the same way. */
function lowerCase(text: string): string {
  return /[A-Z]/.test(text) ? text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase()) : text;
}
