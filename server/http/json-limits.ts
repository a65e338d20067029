import { maxBodyDepth, maxObjectMembers } from '#contract/endpoint.ts';
import { ApiError, malformed } from '#server/errors/api-error.ts';

const [quote, backslash, comma, colon, opening, closing] = Buffer.from('"\\,:[]');
/** Without this bit, a curly bracket is a square one. */
const curly = 0x20;
/** How much of a key is repeated in a response. */
const maxShownKey = 60;

/**
 * Asserts that a JSON text has at most `maxValues` values, nested at most {@link maxBodyDepth}
 * deep, and {@link maxObjectMembers} in each object, by its bytes alone: a mebibyte of `[]` takes
 * `JSON.parse` ten times as long as a mebibyte of letters, and a schema longer still. Asserts as
 * well that no object has a key twice, also written with escapes: `JSON.parse` would keep the last
 * value and silently drop the others.
 * @throws ApiError 400, 413
 */
export function assertJsonLimits(bytes: Buffer, maxValues: number): void {
  let values = 1;
  let depth = 0;
  let textStart = 0;
  let textEnd = 0;
  const keys: Set<string>[] = [];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === quote) {
      textStart = at;
      textEnd = findTextEnd(bytes, at);
      at = textEnd - 1;
    } else if (byte === comma) values += 1;
    else if (byte === colon && textEnd > textStart) {
      const seen = (keys[depth] ??= new Set());
      addKey(seen, bytes.subarray(textStart, textEnd));
      // Several colons after a text are no JSON; only the first makes it a key.
      textStart = textEnd;
      if (seen.size > maxObjectMembers) throw tooMany('an object', maxObjectMembers, 'members');
    } else if ((byte & ~curly) === opening) {
      values += 1;
      depth += 1;
      keys[depth]?.clear();
    } else if ((byte & ~curly) === closing) depth -= 1;
    if (values > maxValues) throw tooMany('its body', maxValues, 'values');
    if (depth > maxBodyDepth) throw malformed('The body is nested too deeply.');
  }
}

/** How many bytes of a text are looked at before its end is searched for, which begins slowly. */
const walked = 64;

/** Returns where the text ends that begins at a quote: after its other quote. */
function findTextEnd(bytes: Buffer, start: number): number {
  let at = start + 1;
  for (;;) {
    for (const until = at + walked; at < until; at += bytes[at] === backslash ? 2 : 1)
      if (bytes[at] === quote) return at + 1;
    const found = bytes.indexOf('"', at);
    if (found === -1) return bytes.length;
    if (!isEscaped(bytes, at, found)) return found + 1;
    at = found + 1;
  }
}

/** Returns whether an odd number of backslashes, from `from` on, comes right before a byte. */
function isEscaped(bytes: Buffer, from: number, at: number): boolean {
  let first = at;
  while (first > from && bytes[first - 1] === backslash) first -= 1;
  return (at - first) % 2 === 1;
}

/** Adds the key before a colon, given with its quotes. */
function addKey(seen: Set<string>, written: Buffer): void {
  const key = readKey(written.toString());
  if (seen.has(key))
    throw malformed(
      `The body has ${JSON.stringify(shorten(key))} twice in one object. Send each key once.`,
    );
  seen.add(key);
}

function readKey(written: string): string {
  if (!written.includes('\\')) return written.slice(1, -1);
  try {
    return String(JSON.parse(written));
  } catch {
    // The body is no JSON, which its parser reports.
    return written;
  }
}

const shorten = (key: string) =>
  key.length > maxShownKey ? `${key.slice(0, maxShownKey).toWellFormed()}…` : key;

function tooMany(what: string, max: number, kind: string): ApiError {
  const limit = `${what} can have ${max.toLocaleString('en')} ${kind} here`;
  return new ApiError('request-too-large', `The request is too large: ${limit}.`);
}
