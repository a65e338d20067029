import { expect, test } from 'vitest';

import { isTemporary, toServiceError } from './service-error.ts';

const body = (code: unknown) => JSON.stringify({ error: 'This lead is archived.', code });
const retryAfter = (value: string) => new Headers({ 'retry-after': value });

test.each([
  ['a code of the service', 409, body('upload-state-conflict'), 'upload-state-conflict'],
  ['a code of a newer service', 403, body('lead-archived'), 'no-access'],
  ['no code', 412, body(undefined), 'version-conflict'],
  ['a body too large for a proxy', 413, '<html>', 'request-too-large'],
  ['a proxy whose service is away', 502, '<h1>Bad gateway</h1>', 'upstream-failed'],
  ['a request that was aborted', 0, '', 'unreachable'],
])('%s: %i %s is %s', (_name, status, text, code) => {
  expect(toServiceError(status, text)).toMatchObject({ status, code });
});

test.each([
  ['too many requests', 429, '7', 7_000],
  ['a wait without end', 429, '99999999999', 3_600_000],
])('%s: the wait is known, at most an hour', (_name, status, after, retryAfterMs) => {
  const error = toServiceError(status, '', retryAfter(after));
  expect(error).toMatchObject({ code: 'too-many-requests', retryAfterMs });
  expect(error.message).toContain(`${retryAfterMs / 1_000} seconds`);
});

test('a first attempt that is still running is temporary, a conflict is final', () => {
  const running = toServiceError(409, '', retryAfter('2'));
  expect(running.code).toBe('request-in-progress');
  expect(isTemporary(running)).toBe(true);
  const conflict = toServiceError(409, '');
  expect(conflict.code).toBe('conflict');
  expect(isTemporary(conflict)).toBe(false);
});

test('a body too large for a proxy has a sentence of the portal', () => {
  expect(toServiceError(413, '<html>').message).toContain('too large');
});
