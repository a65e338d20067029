import { maxBodyDepth, maxObjectMembers } from '#contract/endpoint.ts';
import { ApiError } from '#server/errors/api-error.ts';

const [quote, backslash, comma, colon, opening, closing] = Buffer.from('"\\,:[]');
/** Without this bit, a curly bracket is a square one. */
const curly = 0x20;

/**
 * Asserts that a JSON text has at most `maxValues` values, nested at most {@link maxBodyDepth}
 * deep, and {@link maxObjectMembers} in each object, by its bytes alone: a mebibyte of `[]` takes
 * `JSON.parse` ten times as long as a mebibyte of letters, and a schema longer still.
 * @throws ApiError 400, 413
 */
export function assertJsonLimits(bytes: Uint8Array, maxValues: number): void {
  let values = 1;
  let depth = 0;
  let isInText = false;
  const members = new Uint32Array(maxBodyDepth + 2);
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === quote) isInText = !isInText;
    else if (isInText) at += byte === backslash ? 1 : 0;
    else if (byte === comma) values += 1;
    else if (byte === colon) members[depth] = (members[depth] ?? 0) + 1;
    else if ((byte & ~curly) === opening) {
      values += 1;
      depth += 1;
      members[depth] = 0;
    } else if ((byte & ~curly) === closing) depth -= 1;
    if (values > maxValues) throw tooMany('its body', maxValues, 'values');
    if ((members[depth] ?? 0) > maxObjectMembers)
      throw tooMany('an object', maxObjectMembers, 'members');
    if (depth > maxBodyDepth)
      throw new ApiError(400, 'malformed-request', 'The body is nested too deeply.');
  }
}

function tooMany(what: string, max: number, kind: string): ApiError {
  const limit = `${what} can have ${max.toLocaleString('en')} ${kind} here`;
  return new ApiError(413, 'request-too-large', `The request is too large: ${limit}.`);
}
