import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import * as z from 'zod/mini';

/** The body of every failure: exactly this, a sentence in `error`. */
const failureBody = z.strictObject({
  error: z.string().check(z.regex(/^\S.*[.)]$/su)),
  fields: z.optional(z.record(z.string(), z.string())),
});

type Answer = Pick<LightMyRequestResponse, 'statusCode' | 'headers' | 'body'>;

/** Holds a failure to the interface's form: JSON, `{error, fields?}` and nothing else; 401 says how to prove who is calling. */
export function expectFailureForm({ statusCode, headers, body }: Answer, isBearer: boolean): void {
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(failureBody.safeParse(JSON.parse(body)).error, body).toBeUndefined();
  if (statusCode === 401 && isBearer) expect(headers['www-authenticate']).toMatch(/^Bearer/);
}
