import { expect, test } from 'vitest';

import { isTemporary, toServiceError } from './service-error.ts';

// The others are in client-errors.test.ts, as a request meets them.
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
