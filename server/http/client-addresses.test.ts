import { describe, expect, test } from 'vitest';

import { withService } from '#server/testing/access/with-people.ts';
import { makePerson, testPassword } from '#server/testing/people.ts';

import { readAddresses } from './client-addresses.ts';

test.each([
  ['203.0.113.9', ['203.0.113.9']],
  ['203.0.113.9, 2001:db8::6', ['203.0.113.9', '2001:db8::6']],
  [
    '203.0.113.9:51234, [2001:db8::6]:443, [2001:db8::7]',
    ['203.0.113.9', '2001:db8::6', '2001:db8::7'],
  ],
  ['::ffff:203.0.113.9', ['::ffff:203.0.113.9']],
  ['<script>, 203.0.113.9', ['203.0.113.9']],
  ['203.0.113.9, unknown', []],
  ['203.0.113.9,', []],
  ['fe80::1%eth0', []],
  ['2001:db8::6'.repeat(5), []],
  ['203.0.113.9:x', []],
  ['', []],
])('the header %s has the addresses %j', (given, addresses) => {
  expect(readAddresses(given)).toEqual(addresses);
});

describe.each(['1', '127.0.0.1'])('with TRUST_PROXY=%s', (TRUST_PROXY) => {
  const service = withService('PostgreSQL', { env: { TRUST_PROXY } });

  test.each([
    ['an address', '198.51.100.7', '198.51.100.7'],
    ['a script', '<script>alert(1)</script>', '127.0.0.1'],
    ['5,000 letters', 'x'.repeat(5_000), '127.0.0.1'],
    ['what it passes on and an address', 'not an address, 198.51.100.7', '198.51.100.7'],
  ])('if a proxy sends %s, the session and the trail have an address', async (...given) => {
    const [, forwarded, address] = given;
    const { db } = service.database;
    const { email, accountId } = await makePerson(db, 'broker');
    const headers = { 'x-forwarded-for': forwarded };
    const payload = { email, password: testPassword };
    await service.call('POST', '/portal/session', { payload, headers });
    const sessions = db.selectFrom('sessions').select('address');
    const known = await sessions.where('account_id', '=', accountId).execute();
    expect(known.map((session) => session.address)).toContain(address);
    const entries = db.selectFrom('audit_entries').select('origin');
    const recorded = await entries.where('actor_id', '=', accountId).execute();
    expect(recorded).toEqual([{ origin: expect.stringContaining(`"address":"${address}"`) }]);
  });
});
