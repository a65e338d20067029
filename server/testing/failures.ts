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
 * Returns what is wrong with the format of a failure, which has to be JSON with
 * `{error, code, fields?}` and nothing else; undefined for a correct failure, and for a success.
 */
export function failureError({ statusCode, headers, body }: ResponseParts): string | undefined {
  if (statusCode < 400) return undefined;
  const response = `${statusCode} ${body}`;
  if (headers['content-type'] !== 'application/json; charset=utf-8') return `not JSON: ${response}`;
  return failureBody.safeParse(JSON.parse(body)).success ? undefined : `odd body: ${response}`;
}
