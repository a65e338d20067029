import { once } from 'node:events';
import { PassThrough } from 'node:stream';

import { expect, test } from 'vitest';

import type { SupportCaller } from '#server/auth/caller.ts';

import { downloadLimit, maxDownloads } from './exports.routes.ts';

function caller(accountId: string): SupportCaller {
  const person = { name: 'Sam', sessionId: null, partnerId: null, contactId: null };
  return { accountId, role: 'support', ...person };
}

test('an account has a few downloads at once, whatever others have', async () => {
  const begin = downloadLimit();
  const responses = Array.from({ length: maxDownloads }, () => new PassThrough());
  for (const response of responses) begin(caller('one'), response);
  const next = () => begin(caller('one'), new PassThrough());
  expect(next).toThrow('Wait until one of your downloads has ended.');
  begin(caller('other'), new PassThrough());
  const [response = new PassThrough()] = responses;
  response.destroy();
  await once(response, 'close');
  // Whose client has gone already takes no place.
  begin(caller('one'), response);
  next();
  expect(next).toThrow('Wait until one of your downloads has ended.');
});
