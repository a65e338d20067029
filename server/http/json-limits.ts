import { maxBodyDepth } from '#contract/endpoint.ts';
import { ApiError } from '#server/errors/api-error.ts';

const [quote, backslash, comma, opening, closing] = Buffer.from('"\\,[]');
/** Without this bit, a curly bracket is a square one. */
const curly = 0x20;

/**
 * Asserts that a JSON text has at most `maxValues` values, nested at most {@link maxBodyDepth}
 * deep, by its bytes alone: a mebibyte of `[]` takes `JSON.parse` ten times as long as a mebibyte
 * of letters, and a schema longer still.
 * @throws ApiError 400, 413
 */
export function assertJsonLimits(bytes: Uint8Array, maxValues: number): void {
  let values = 1;
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === quote) isInText = !isInText;
    else if (isInText) at += byte === backslash ? 1 : 0;
    else if (byte === comma) values += 1;
    else if ((byte & ~curly) === opening) {
      values += 1;
      depth += 1;
    } else if ((byte & ~curly) === closing) depth -= 1;
    if (values > maxValues) throw tooManyValues(maxValues);
    if (depth > maxBodyDepth)
      throw new ApiError(400, 'malformed-request', 'The body is nested too deeply.');
  }
}

function tooManyValues(max: number): ApiError {
  const sentence = `The request is too large: its body can have ${max.toLocaleString('en')} values here.`;
  return new ApiError(413, 'request-too-large', sentence);
}
