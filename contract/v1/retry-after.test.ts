import { expect, test } from 'vitest';

import { retryAfterMs } from './errors.ts';

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
