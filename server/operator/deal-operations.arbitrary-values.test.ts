import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';

import type { Deal } from '#contract/v1/deals.ts';
import { withoutFormatCharacters } from '#contract/v1/rules/rules.ts';
import { withPeople } from '#server/testing/access/with-people.ts';
import { makePerson } from '#server/testing/people.ts';

const names = ['omDeclineReasons', 'omPrincipalAmount', 'internalBdmUser', 'sfid'] as const;
const someText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.constantFrom('', ' ', '\u0000', '\uD800', '__proto__', 'toString'),
);
const anything = fc.oneof(
  { weight: 3, arbitrary: someText },
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.oneof(someText, fc.integer()), { maxLength: 22 }),
  fc.dictionary(someText, fc.oneof(someText, fc.boolean()), { maxKeys: 22 }),
  fc.jsonValue({ maxDepth: 3 }),
);
const examples: [Record<string, unknown>][] = [
  [{ omDeclineReasons: JSON.parse('{"__proto__":""}') }],
  [{ omDeclineReasons: '\u{E0000}!', sfid: { a: ['?'] } }],
  [{ omDeclineReasons: '\u{E0000}!', sfid: ['Ka\u200Buri'] }],
  [{ internalBdmUser: { 'a\u200Bb': 'first', ab: 'second' } }],
];
const isCleared = (value: unknown) =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

describe('values whose type the specification leaves open', () => {
  let path: string;
  const { service, operator } = withPeople();
  beforeAll(async () => {
    const { contactId } = await makePerson(service.database.db, 'broker');
    const fields = { name: 'Rimu', brokerRepId: contactId };
    const created = await operator.send('POST', '/deals', { fields });
    path = `/deals/${created.json<{ id: string }>().id}`;
  });

  test('read as they were sent, or are rejected and change nothing', async () => {
    const someFields = fc.dictionary(fc.constantFrom(...names), anything, { minKeys: 1 });
    await fc.assert(
      fc.asyncProperty(someFields, async (fields) => {
        const before = await read();
        const response = await operator.send('PATCH', path, { fields });
        expect([200, 400]).toContain(response.statusCode);
        // JSON has no -0, and responses no format characters (docs/decisions/contract.md).
        const shown = withoutFormatCharacters(JSON.stringify(fields));
        const sent = JSON.parse(shown) as Record<string, unknown>;
        const stored = Object.fromEntries(
          Object.entries(sent).map(([name, value]) => [name, isCleared(value) ? null : value]),
        );
        const expected = response.statusCode === 200 ? { ...before, ...stored } : before;
        expect(await read()).toEqual(expected);
      }),
      { numRuns: 60, examples },
    );
  });

  async function read() {
    const { fields } = (await operator.send('GET', path)).json<Deal>();
    return Object.fromEntries(names.map((name) => [name, fields[name]]));
  }
});
