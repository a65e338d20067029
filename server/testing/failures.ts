import { text } from 'node:stream/consumers';

import type { LightMyRequestResponse } from 'fastify';
import * as z from 'zod/mini';

import { errorCodes } from '#contract/v1/errors.ts';

/** The body of every error: exactly these members, with a sentence in `error` and a known code. */
const failureBody = z.strictObject({
  error: z.string().check(z.regex(/\S[^]*[.)]$/u)),
  code: z.enum(errorCodes),
  fields: z.optional(z.record(z.string(), z.string())),
});

interface ResponseParts {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/**
 * Returns the error in the format of a failed response, which has to be JSON with
 * `{error, code, fields?}` and nothing else; undefined if it is correct, and for a success.
 */
export function failureError({ statusCode, headers, body }: ResponseParts): string | undefined {
  if (statusCode < 400) return undefined;
  const response = `${statusCode} ${body}`;
  if (headers['content-type'] !== 'application/json; charset=utf-8') return `not JSON: ${response}`;
  return failureBody.safeParse(JSON.parse(body)).success ? undefined : `odd body: ${response}`;
}

/**
 * Returns a response requested as a stream as any other response: a failure with its body, and a
 * success, which has no end, with an empty one. The stream is closed.
 */
export async function withoutStream(
  response: LightMyRequestResponse,
): Promise<LightMyRequestResponse> {
  const body = response.statusCode < 400 ? '' : await text(response.stream());
  response.stream().destroy();
  return { ...response, body, json: () => JSON.parse(body) };
}
