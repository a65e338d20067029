import {
  duplicateKeyNames,
  duplicateKeys,
  type DuplicateKeyName,
} from '#contract/bulk-upload/duplicate-keys.ts';

/**
 * A duplicate key as two 32-bit numbers. Equal keys have equal hashes. With a million keys, two
 * different keys share a hash in one of forty million files.
 */
export interface KeyHash {
  high: number;
  low: number;
}

// Shared by all calls: a million rows have several million keys.
const found: KeyHash = { high: 0, low: 0 };

/**
 * By character code: the code that a character adds to a key, 1 to 127; 0 if the character is
 * skipped; -1 if the key needs the contract's rule.
 */
type Alphabet = Int8Array;

const minNumberLength = 5;
const maxPlainLength = 255;

function alphabet(codeOf: (sign: string) => number): Alphabet {
  return Int8Array.from({ length: 128 }, (_, code) => codeOf(String.fromCharCode(code)));
}

const capitals = alphabet((sign) =>
  /[0-9A-Za-z]/.test(sign) ? sign.toUpperCase().charCodeAt(0) : 0,
);
const alphabets: Readonly<Partial<Record<DuplicateKeyName, Alphabet>>> = {
  phone: alphabet((sign) =>
    /[+0-9]/.test(sign) ? sign.charCodeAt(0) : /[ .()-]/.test(sign) ? 0 : -1,
  ),
  email: alphabet((sign) => (/[!-~]/.test(sign) ? sign.toLowerCase().charCodeAt(0) : -1)),
  partnerLeadReferenceId: alphabet((sign) => (/[!-~]/.test(sign) ? sign.charCodeAt(0) : -1)),
};
/** By kind of key. */
const plainCodes = duplicateKeyNames.map((name) => alphabets[name] ?? capitals);
const isNumber = duplicateKeyNames.map((name) => alphabets[name] === undefined);
const phone = duplicateKeyNames.indexOf('phone');

/**
 * Returns the hash of a cell's key without creating the key; undefined if the cell gives no key.
 * Most cells are plain and hashed directly; the contract's rule handles the others. The next call
 * overwrites the result.
 */
export function keyHash(kind: number, text: string): KeyHash | undefined {
  const length = hashPlain(kind, text);
  if (length === -1) return hashByRule(kind, text);
  if (length === 0 || (isNumber[kind] && length < minNumberLength)) return undefined;
  if (kind === phone && !/^\+[1-9]/.test(text)) return hashByRule(kind, text);
  if (kind === phone && (length < 8 || length > 16)) return undefined;
  return found;
}

function hashByRule(kind: number, text: string): KeyHash | undefined {
  const name = duplicateKeyNames[kind]!;
  const [key] = duplicateKeys((other) => (other === name ? text : ''));
  if (key === undefined) return undefined;
  hash(kind, key.slice(key.indexOf(':') + 1), null);
  return found;
}

/**
 * Hashes a plain cell. Returns the number of characters in its key, or -1 if the cell is not plain.
 */
function hashPlain(kind: number, text: string): number {
  return text.length > maxPlainLength ? -1 : hash(kind, text, plainCodes[kind]!);
}

function hash(kind: number, text: string, codes: Alphabet | null): number {
  let one = 0x9e3779b9 ^ kind;
  let other = 0x85ebca6b + kind;
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    let code = text.charCodeAt(at);
    if (codes !== null) {
      code = code < 128 ? codes[code]! : -1;
      if (code === -1) return -1;
      if (code === 0) continue;
    }
    one = Math.imul(one ^ code, 0x01000193);
    other = Math.imul((other ^ code) + 0x7f4a7c15, 0x5bd1e995);
    length += 1;
  }
  one = Math.imul(one ^ (one >>> 16) ^ length, 0x7feb352d);
  other = Math.imul(other ^ (other >>> 13), 0x846ca68b);
  found.high = (one ^ (one >>> 15)) >>> 0;
  found.low = (other ^ (other >>> 16)) >>> 0;
  return length;
}
