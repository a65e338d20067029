import { type BusinessNumberName, businessNumberNames } from './v1/business-numbers.ts';

/** The lead fields by which two leads seem to be about the same client. Second phones and emails are often shared and do not count. */
export const duplicateKeyNames = [
  'phone',
  'email',
  ...businessNumberNames,
  'partnerLeadReferenceId',
] as const;
export type DuplicateKeyName = 'phone' | 'email' | BusinessNumberName | 'partnerLeadReferenceId';

// A field's 255 characters may each be two units; what is longer is an error and no key.
const longest = 510;

/**
 * The keys of a lead, given what its fields hold, as kept or as typed (`''`: nothing): `phone:+61412345678`, `email:a@b.test`,
 * `abn:51824753556`, `reference:A-17`. Leads that share one seem to be about the same client. For kept values `lead_duplicate_keys`
 * in the database gives the same.
 */
export function duplicateKeys(read: (name: DuplicateKeyName) => string): string[] {
  const keys: string[] = [];
  const add = (kind: string, value: string) => {
    if (value !== '') keys.push(`${kind}:${value}`);
  };
  add('phone', phoneKey(read('phone')));
  add('email', lowerCase(plain(read('email'))));
  for (const name of businessNumberNames) add(name, numberKey(read(name)));
  add('reference', plain(read('partnerLeadReferenceId')));
  return keys;
}

function plain(text: string): string {
  if (/^[!-~]{1,255}$/.test(text)) return text;
  return text === '' || text.length > longest ? '' : text.normalize('NFC').trim();
}

const international = /^\+[1-9]\d{6,14}$/;

function phoneKey(text: string): string {
  if (text === '' || international.test(text)) return text;
  if (text.length > longest) return '';
  const joined = text.replaceAll(/[\s.()[\]\p{Pd}]/gu, '');
  return international.test(joined) ? joined : '';
}

/** Letters and digits alone, in capitals. What is shorter than any business number says `n/a` or `none`. */
function numberKey(text: string): string {
  if (/^[0-9A-Z]{5,255}$/.test(text)) return text;
  if (text === '' || text.length > longest) return '';
  const compact = text
    .normalize('NFC')
    .replaceAll(/[^0-9A-Za-z]/g, '')
    .toUpperCase();
  return compact.length < 5 ? '' : compact;
}

/** Only the letters A to Z, as every database knows them. */
function lowerCase(text: string): string {
  return /[A-Z]/.test(text) ? text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase()) : text;
}
