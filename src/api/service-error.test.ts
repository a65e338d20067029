import { expect, test, vi } from 'vitest';

import { signInEndpoints } from '#contract/portal/sign-in.ts';

import { call } from './client.ts';
import { isTemporary, toServiceError } from './service-error.ts';

const failing = (error: Error) => () => {
  throw error;
};
const breakingOff = () =>
  new Response(
    new ReadableStream({ start: (stream) => stream.error(new TypeError('network error')) }),
  );

test.each([
  ['no connection', failing(new TypeError('Failed to fetch')), 'unreachable', 'not be reached'],
  ['a connection that breaks off', breakingOff, 'unreachable', 'could not be reached'],
  ['no response', failing(new DOMException('', 'TimeoutError')), 'timeout', 'too long'],
])('reports in a sentence: %s', async (_, respond, code, sentence) => {
  vi.stubGlobal('fetch', async () => respond());
  const error = {
    name: 'ServiceError',
    status: 0,
    code,
    message: expect.stringContaining(sentence),
  };
  await expect(call(signInEndpoints.readSignIn, {})).rejects.toMatchObject(error);
});

type Failed = [status: number, text: string, code: string, words: string, wait?: [string, number]];
const failed: [name: string, ...Failed][] = [
  ['JSON cut off', 200, '{"demo": [{"em', 'unexpected-response', 'Unexpected response'],
  ['HTML for JSON', 200, '<html>Sign in', 'unexpected-response', 'Unexpected response'],
  ['a service away from its proxy', 502, '<h1>Bad', 'upstream-failed', 'Try again in a minute'],
  ['too many requests', 429, '', 'too-many-requests', '7 seconds', ['7', 7_000]],
  ['a wait without end', 429, '', 'too-many-requests', '3600 s', ['99999999999', 3_600_000]],
  ['a first attempt still running', 409, '', 'request-in-progress', '', ['2', 2_000]],
  ['a body too large for a proxy', 413, '<html>', 'request-too-large', 'too large'],
];

test.each(failed)('reports in a sentence: %s', async (_, status, text, code, sentence, wait) => {
  const [retryAfter, retryAfterMs] = wait ?? [];
  const headers: HeadersInit = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
  vi.stubGlobal('fetch', async () => new Response(text, { status, headers }));
  const error = { name: 'ServiceError', status, code, message: expect.stringContaining(sentence) };
  await expect(call(signInEndpoints.readSignIn, {})).rejects.toMatchObject(
    wait === undefined ? error : { ...error, retryAfterMs },
  );
});

test.each([
  ['invalid-fields', 'invalid-fields', 400],
  ['lead-archived', 'no-access', 403],
])('the service’s own words, field by field, also with the code %s', async (sent, code, status) => {
  const fields = { 'businessAddress.city': 'No.' };
  const body = { error: 'This lead is archived.', code: sent, fields };
  vi.stubGlobal('fetch', async () => Response.json(body, { status }));
  const error = { name: 'ServiceError', status, code, message: body.error, fields };
  await expect(call(signInEndpoints.readSignIn, {})).rejects.toMatchObject(error);
});

// The others are above, as a request meets them.
test.each([
  [
    'a code of the service',
    409,
    '{"error":"No.","code":"upload-state-conflict"}',
    'upload-state-conflict',
  ],
  ['no code', 412, '{"error":"No."}', 'version-conflict'],
  ['a request that was aborted', 0, '', 'unreachable'],
])('%s: %i %s is %s', (_name, status, text, code) => {
  expect(toServiceError(status, text)).toMatchObject({ status, code });
});

test('a first attempt that is still running is temporary, a conflict is final', () => {
  const running = toServiceError(409, '', new Headers({ 'retry-after': '2' }));
  expect(running.code).toBe('request-in-progress');
  expect(isTemporary(running)).toBe(true);
  const conflict = toServiceError(409, '');
  expect(conflict.code).toBe('conflict');
  expect(isTemporary(conflict)).toBe(false);
});
