import { expect, test, vi } from 'vitest';

import { signInEndpoints } from '#contract/portal/sign-in.ts';

import { call } from './client.ts';
import { isTemporary, toServiceError } from './service-error.ts';

const respondWith = (status: number, text: string, retryAfter?: string) => () =>
  new Response(text, { status, headers: retryAfter ? { 'retry-after': retryAfter } : {} });
const failing = (error: Error) => () => {
  throw error;
};
const breakingOff = () =>
  new Response(
    new ReadableStream({ start: (stream) => stream.error(new TypeError('network error')) }),
  );

type Failure = [name: string, respond: () => Response, status: number];
const failures: [...Failure, code: string, sentence: string, retryAfterMs?: number][] = [
  ['no connection', failing(new TypeError('Failed to fetch')), 0, 'unreachable', 'not be reached'],
  ['a connection that breaks off', breakingOff, 0, 'unreachable', 'could not be reached'],
  ['no response', failing(new DOMException('', 'TimeoutError')), 0, 'timeout', 'too long'],
  [
    'JSON that is cut off',
    respondWith(200, '{"demo": [{"em'),
    200,
    'unexpected-response',
    'Unexpected response',
  ],
  [
    'HTML in place of JSON',
    respondWith(200, '<html>Sign in'),
    200,
    'unexpected-response',
    'Unexpected response',
  ],
  [
    'a proxy whose service is away',
    respondWith(502, '<h1>Bad'),
    502,
    'upstream-failed',
    'Try again in a minute',
  ],
  ['too many requests', respondWith(429, '', '7'), 429, 'too-many-requests', '7 seconds', 7_000],
  [
    'too many requests, and a wait without end',
    respondWith(429, '', '99999999999'),
    429,
    'too-many-requests',
    '3600 s',
    3_600_000,
  ],
  ['a first attempt still running', respondWith(409, '', '2'), 409, 'request-in-progress', ''],
  [
    'a body too large for a proxy',
    respondWith(413, '<html>'),
    413,
    'request-too-large',
    'too large',
  ],
];

test.each(failures)(
  'reports in a sentence: %s',
  async (_, respond, status, code, words, waitMs) => {
    vi.stubGlobal('fetch', async () => respond());
    const error = { name: 'ServiceError', status, code, message: expect.stringContaining(words) };
    await expect(call(signInEndpoints.readSignIn, {})).rejects.toMatchObject(
      waitMs === undefined ? error : { ...error, retryAfterMs: waitMs },
    );
  },
);

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
