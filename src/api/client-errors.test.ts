import { expect, test, vi } from 'vitest';

import { signInEndpoints } from '#contract/portal/sign-in.ts';

import { call } from './client.ts';

const failures: [name: string, respond: () => Response, expected: Record<string, unknown>][] = [
  [
    'the service’s own words, field by field',
    () =>
      Response.json(
        {
          error: '2 fields need attention.',
          code: 'invalid-fields',
          fields: { 'businessAddress.city': 'No.' },
        },
        { status: 400 },
      ),
    {
      status: 400,
      code: 'invalid-fields',
      message: '2 fields need attention.',
      fields: { 'businessAddress.city': 'No.' },
    },
  ],
  [
    'no connection',
    () => {
      throw new TypeError('Failed to fetch');
    },
    { status: 0, code: 'unreachable', message: expect.stringContaining('could not be reached') },
  ],
  [
    'a connection that breaks off within the response',
    () =>
      new Response(
        new ReadableStream({ start: (stream) => stream.error(new TypeError('network error')) }),
      ),
    { status: 0, code: 'unreachable', message: expect.stringContaining('could not be reached') },
  ],
  [
    'a response that never comes',
    () => {
      throw new DOMException('timed out', 'TimeoutError');
    },
    { status: 0, code: 'timeout', message: expect.stringContaining('too long') },
  ],
  [
    'JSON that is cut off',
    () => new Response('{"demoAccounts": [{"ema'),
    {
      status: 200,
      code: 'unexpected-response',
      message: expect.stringContaining('Unexpected response'),
    },
  ],
  [
    'HTML in place of JSON',
    () => new Response('<html>Sign in to the café’s network</html>'),
    {
      status: 200,
      code: 'unexpected-response',
      message: expect.stringContaining('Unexpected response'),
    },
  ],
  [
    'a proxy whose service is away',
    () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
    {
      status: 502,
      code: 'upstream-failed',
      message: expect.stringContaining('Try again in a minute'),
    },
  ],
  [
    'too many requests',
    () => new Response('', { status: 429, headers: { 'retry-after': '7' } }),
    {
      status: 429,
      code: 'too-many-requests',
      retryAfterMs: 7_000,
      message: expect.stringContaining('7 seconds'),
    },
  ],
  [
    'too many requests, and a wait without end',
    () => new Response('', { status: 429, headers: { 'retry-after': '99999999999' } }),
    { status: 429, code: 'too-many-requests', retryAfterMs: 3_600_000 },
  ],
  [
    'a code of a newer service',
    () =>
      Response.json({ error: 'This lead is archived.', code: 'lead-archived' }, { status: 403 }),
    { status: 403, code: 'no-access', message: 'This lead is archived.' },
  ],
  [
    'a first attempt that is still running, without a code',
    () => new Response('', { status: 409, headers: { 'retry-after': '2' } }),
    { status: 409, code: 'request-in-progress' },
  ],
  [
    'a body too large for a proxy',
    () => new Response('<html>', { status: 413 }),
    { status: 413, code: 'request-too-large', message: expect.stringContaining('too large') },
  ],
];

test.each(failures)('reports in a sentence: %s', async (_name, respond, expected) => {
  vi.stubGlobal('fetch', async () => respond());
  await expect(call(signInEndpoints.readSignIn, {})).rejects.toMatchObject({
    name: 'ServiceError',
    ...expected,
  });
});
