import { expect, test } from 'vitest';

import { errorBody, errorCodeOfStatus, errorCodes, receivedError, retryAfterMs } from './errors.ts';

test('codes are kebab-case, and each appears once', () => {
  for (const code of errorCodes) expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
  expect(new Set(errorCodes).size).toBe(errorCodes.length);
});

test('an error of this service has a code', () => {
  expect(errorBody.safeParse({ error: 'A short message.' }).success).toBe(false);
  expect(errorBody.safeParse({ error: 'A short message.', code: 'not-found' }).success).toBe(true);
});

test.each([[undefined], [null], [17], ['E_LOCKED'], [{ of: 'another service' }]])(
  'the sentence of an error with the code %j is read all the same',
  (code) => {
    expect(receivedError.parse({ error: 'A short message.', code })).toEqual({
      error: 'A short message.',
      code: undefined,
    });
  },
);

test('the sentence of an error without a code is read, and the code follows from the status', () => {
  expect(receivedError.parse({ error: 'A short message.' }).code).toBeUndefined();
  expect(errorCodeOfStatus(404)).toBe('not-found');
  expect(errorCodeOfStatus(409)).toBe('conflict');
  expect(errorCodeOfStatus(409, true)).toBe('request-in-progress');
  expect(errorCodeOfStatus(418)).toBe('request-rejected');
  expect(errorCodeOfStatus(422)).toBe('request-rejected');
  expect(errorCodeOfStatus(503)).toBe('service-busy');
  expect(errorCodeOfStatus(507)).toBe('storage-full');
  expect(errorCodeOfStatus(599)).toBe('internal-error');
});

const now = Date.parse('2026-11-25T09:00:00Z');

test.each([
  ['no header', null, undefined],
  ['an absent header', undefined, undefined],
  ['seconds', '30', 30_000],
  ['no wait', '0', 0],
  ['spaces around the value', ' 7 ', 7_000],
  ['a date', 'Wed, 25 Nov 2026 09:01:30 GMT', 90_000],
  ['a past date', 'Wed, 25 Nov 2026 08:00:00 GMT', 0],
  ['a day that does not exist', 'Wed, 99 Nov 2026 09:00:00 GMT', undefined],
  ['a date of another format', '2026-11-25T09:01:30Z', undefined],
  ['negative seconds', '-5', undefined],
  ['a fraction', '1.5', undefined],
  ['an exponent', '1e9', undefined],
  ['a word', 'soon', undefined],
  ['nothing', '', undefined],
])('reads %s', (_name, header, expected) => {
  expect(retryAfterMs(header, now)).toBe(expected);
});
