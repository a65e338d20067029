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

/** Holds the copy of a text that is hashed as the bytes of a file are. */
const units = new Uint16Array(1024);

/**
 * Returns the hash of a cell's key without creating the key; undefined if the cell gives no key.
 * Most cells are plain and hashed directly; the contract's rule handles the others. The next call
 * overwrites the result.
 */
export function keyHash(kind: number, text: string): KeyHash | undefined {
  if (text.length > maxPlainLength) return hashByRule(kind, text);
  const known = hashPlain(kind, copied(text), 0, text.length);
  return known === null ? hashByRule(kind, text) : known;
}

/**
 * Returns the hash of the key of a cell's bytes, as `keyHash` of their text; null if the text is
 * needed to tell.
 */
export function byteKeyHash(
  kind: number,
  bytes: Uint8Array,
  start: number,
  end: number,
): KeyHash | undefined | null {
  return end - start > maxPlainLength ? null : hashPlain(kind, bytes, start, end);
}

function copied(text: string): Uint16Array {
  const to = text.length > units.length ? new Uint16Array(text.length) : units;
  for (let at = 0; at < text.length; at += 1) to[at] = text.charCodeAt(at);
  return to;
}

function hashByRule(kind: number, text: string): KeyHash | undefined {
  const name = duplicateKeyNames[kind]!;
  const [key] = duplicateKeys((other) => (other === name ? text : ''));
  if (key === undefined) return undefined;
  const value = key.slice(key.indexOf(':') + 1);
  hash(kind, copied(value), 0, value.length, null);
  return found;
}

const plus = 0x2b;
const zero = 0x30;
const nine = 0x39;

/** Returns the hash of a plain cell; null if the cell is not plain. */
function hashPlain(kind: number, codes: Uint8Array | Uint16Array, start: number, end: number) {
  const length = hash(kind, codes, start, end, plainCodes[kind]!);
  if (length === -1) return null;
  if (length === 0 || (isNumber[kind] && length < minNumberLength)) return undefined;
  if (kind !== phone) return found;
  const first = codes[start + 1] ?? 0;
  if (codes[start] !== plus || first <= zero || first > nine) return null;
  return length < 8 || length > 16 ? undefined : found;
}

/**
 * Hashes codes in `found`. Returns the number of those that count, or -1 if any is not in the
 * alphabet.
 */
function hash(
  kind: number,
  codes: Uint8Array | Uint16Array,
  start: number,
  end: number,
  alphabetOfKind: Alphabet | null,
): number {
  let one = 0x9e3779b9 ^ kind;
  let other = 0x85ebca6b + kind;
  let length = 0;
  for (let at = start; at < end; at += 1) {
    let code = codes[at]!;
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
