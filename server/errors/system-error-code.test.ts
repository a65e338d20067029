import { readFile } from 'node:fs/promises';

import { expect, test } from 'vitest';

import { systemErrorCode } from './system-error-code.ts';

test('returns the code of an error of Node, and nothing for values without one', async () => {
  const missing: unknown = await readFile('/no/such/file').catch((error: unknown) => error);
  expect(systemErrorCode(missing)).toBe('ENOENT');
  expect(systemErrorCode(new Error('x'))).toBeUndefined();
  expect(systemErrorCode(new DOMException('x', 'TimeoutError'))).toBeUndefined();
  expect(systemErrorCode({ code: 'ENOENT' })).toBeUndefined();
  expect(systemErrorCode(null)).toBeUndefined();
});
