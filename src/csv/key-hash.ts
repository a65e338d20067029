import {
  duplicateKeyNames,
  duplicateKeys,
  type DuplicateKeyName,
} from '#contract/duplicate-keys.ts';

/**
 * A duplicate key as a number of 64 bits, in two parts: equal keys have equal hashes, and of a million keys two different ones are equal
 * once in forty million files.
 */
export interface KeyHash {
  /** 53 bits. */
  hash: number;
  /** 11 more. */
  check: number;
}

// One object for all: a million rows have several million keys.
const found: KeyHash = { hash: 0, check: 0 };

/**
 * The hash of the key that a cell gives, without making the key: most cells are plain, and only what is left is put to the contract's
 * rule. Undefined: the cell gives no key. The result is overwritten by the next call.
 */
export function keyHash(kind: number, text: string): KeyHash | undefined {
  if (text === '') return undefined;
  const name = duplicateKeyNames[kind]!;
  if (isPlain(name, text)) return hashOf(kind, text);
  const [key] = duplicateKeys((other) => (other === name ? text : ''));
  return key === undefined ? undefined : hashOf(kind, key.slice(key.indexOf(':') + 1));
}

/** Whether the cell is its own key, but for the case of an email. */
function isPlain(name: DuplicateKeyName, text: string): boolean {
  if (name === 'phone') return /^\+[1-9]\d{6,14}$/.test(text);
  if (name === 'email' || name === 'partnerLeadReferenceId') return /^[!-~]{1,255}$/.test(text);
  return /^[0-9A-Z]{5,20}$/.test(text);
}

const email = duplicateKeyNames.indexOf('email');

function hashOf(kind: number, text: string): KeyHash {
  let one = 0x9e3779b9 ^ kind;
  let other = 0x85ebca6b + kind;
  for (let at = 0; at < text.length; at += 1) {
    let code = text.charCodeAt(at);
    if (kind === email && code >= 65 && code <= 90) code += 32;
    one = Math.imul(one ^ code, 0x01000193);
    other = Math.imul(other ^ code, 0x5bd1e995);
    other ^= other >>> 15;
  }
  one = Math.imul(one ^ (one >>> 16) ^ text.length, 0x7feb352d);
  one = (one ^ (one >>> 15)) >>> 0;
  other = Math.imul(other ^ (other >>> 13), 0x846ca68b);
  other = (other ^ (other >>> 16)) >>> 0;
  found.hash = one * 0x200000 + (other >>> 11);
  found.check = other & 0x7ff;
  return found;
}
