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
const maxAsciiLength = 255;

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
const asciiCodes = duplicateKeyNames.map((name) => alphabets[name] ?? capitals);
const isNumber = duplicateKeyNames.map((name) => alphabets[name] === undefined);
const phone = duplicateKeyNames.indexOf('phone');

/**
 * Returns the hash of a cell's key without creating the key; undefined if the cell gives no key.
 * Most cells are plain and hashed directly; the contract's rule handles the others. The next call
 * overwrites the result.
 */
export function keyHash(kind: number, text: string): KeyHash | undefined {
  if (text.length > maxAsciiLength) return hashByRule(kind, text);
  const known = hashAscii(kind, text);
  return known === null ? hashByRule(kind, text) : known;
}

function hashByRule(kind: number, text: string): KeyHash | undefined {
  const name = duplicateKeyNames[kind]!;
  const [key] = duplicateKeys((other) => (other === name ? text : ''));
  if (key === undefined) return undefined;
  const value = key.slice(key.indexOf(':') + 1);
  hash(kind, value, null);
  return found;
}

const plus = 0x2b;
const zero = 0x30;
const nine = 0x39;

/** Returns the hash of a plain cell; null if the cell is not plain. */
function hashAscii(kind: number, text: string) {
  const length = hash(kind, text, asciiCodes[kind]!);
  if (length === -1) return null;
  if (length === 0 || (isNumber[kind] && length < minNumberLength)) return undefined;
  if (kind !== phone) return found;
  const first = text.charCodeAt(1);
  if (text.charCodeAt(0) !== plus || !(first > zero && first <= nine)) return null;
  return length < 8 || length > 16 ? undefined : found;
}

/**
 * Hashes the characters of a text in `found`. Returns the number of those that count, or -1 if any
 * is not in the alphabet.
 */
function hash(kind: number, text: string, alphabetOfKind: Alphabet | null): number {
  let one = 0x9e3779b9 ^ kind;
  let other = 0x85ebca6b + kind;
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    let code = text.charCodeAt(at);
    if (alphabetOfKind !== null) {
      code = code < 128 ? alphabetOfKind[code]! : -1;
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
