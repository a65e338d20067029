import { Readable } from 'node:stream';

import { expect, test } from 'vitest';

import { readSecretLine } from './read-secret-line.ts';

test.each([
  ['a line', 'secret\n', 'secret'],
  ['a text without an end of line', 'secret', 'secret'],
  ['the first of several lines', 'secret\r\nnote\n', 'secret'],
  ['nothing', '', ''],
])('%s', async (_name, text, expected) => {
  expect(await readSecretLine('API key: ', Readable.from([text]))).toBe(expected);
});
