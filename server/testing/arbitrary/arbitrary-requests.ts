import fc, { type Arbitrary } from 'fast-check';

import { dealSorts } from '#contract/v1/deal-lists.ts';
import { leadSorts } from '#contract/v1/lead-lists.ts';
import { leadStatuses } from '#contract/v1/lead-statuses.ts';
import { leadFieldNames } from '#contract/v1/leads.ts';

import { creations, toSent } from './arbitrary-leads.ts';

/** Any text that JavaScript can hold: every script, NUL, unpaired surrogates. */
export const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) }),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    '\uD800',
    '\uDFFF',
    '[object Object]',
    'function Object() { [native code] }',
    'null',
    '-0',
    '%',
  ),
);

const oddNumbers = fc.constantFrom(-1, -0, 0.5, 1e12, 1e21, 2 ** 53, 1e308, Number.MIN_VALUE);
const anyValue = fc.oneof(anyText, oddNumbers, fc.jsonValue({ stringUnit: 'binary' }));

/** A valid lead with some fields wrong, unknown or nested too deep. */
const nearLeads = fc
  .tuple(
    creations.map(toSent),
    fc.dictionary(fc.oneof(fc.constantFrom(...leadFieldNames), anyText), anyValue, { maxKeys: 4 }),
  )
  .map(([lead, errors]) => ({ fields: { ...lead, ...errors } }));

/**
 * JSON that no object literal produces: duplicate names, special names, numbers out of range, great
 * depth.
 */
const oddJson = fc.constantFrom(
  '{"fields":{"firstName":"A","firstName":1,"fields":{}},"fields":null}',
  '{"__proto__":{"fields":{}},"constructor":{"prototype":{}}}',
  '{"fields":{"__proto__":{"firstName":"A"},"toString":1,"firstName":{"__proto__":null}}}',
  '{"fields":{"amountRequested":1e999,"averageMonthlyTurnover":-1e999}}',
  '{"fields":{"notes":"\\ud800\\u0000\\udfff","firstName":"\\u0000"}}',
  `{"fields":${'{"fields":'.repeat(5_000)}1${'}'.repeat(5_000)}}`,
  '['.repeat(50_000),
  `{"fields":{"suitableProducts":[${'"LOC",'.repeat(20_000)}"LOC"]}}`,
  `{"fields":{"notes":"${'é'.repeat(20_000)}"}}`,
  '\uFEFF{"fields":{}}',
  '',
  'null',
  '"fields"',
  '{"fields":[]}',
);

const anyJson: Arbitrary<string> = fc.oneof(
  nearLeads.map((lead) => JSON.stringify(lead)),
  oddJson,
  fc.json({ stringUnit: 'binary' }),
  fc
    .dictionary(
      fc.constantFrom('email', 'password', 'token', 'fields', '[object Object]'),
      anyValue,
    )
    .map((body) => JSON.stringify(body)),
);

/** Any body: JSON, truncated JSON, or bytes. */
export const anyBody: Arbitrary<Buffer> = fc.oneof(
  { weight: 4, arbitrary: anyJson.map((text) => Buffer.from(text)) },
  fc.tuple(anyJson, fc.nat(200)).map(([text, at]) => Buffer.from(text).subarray(0, at)),
  fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes)),
);

const names = ['page', 'pageSize', 'q', 'cursor', 'status', 'subStatus', 'sort', '[object Object]'];
const words = [
  '0',
  '1',
  '-1',
  '1e3',
  '99999999999',
  '1000000000',
  '100',
  '101',
  '%',
  '_',
  '\\',
  "'",
]
  .concat([...leadSorts, ...dealSorts].flatMap((name) => [name, `-${name}`]))
  .concat(leadStatuses);

const directions = fc.constantFrom('next', 'prev');
const anId = fc.constant('a'.repeat(24));

/**
 * Cursors in the right format, with values that no record has, that are not in the calendar, or
 * that the database rejects.
 */
const cursors = fc
  .oneof(
    fc.tuple(
      fc.constantFrom('createdAt', '-createdAt', 'updatedAt', '-statusSinceDate'),
      directions,
      fc.constantFrom(
        '2026-02-28T12:00:00.000Z',
        '2026-02-30T00:00:00.000Z',
        '2026-02-28T24:00:00.000Z',
        '0000-01-01T00:00:00.000Z',
        '9999-12-31T23:59:59.999Z',
      ),
      anId,
    ),
    fc.tuple(
      fc.constantFrom('amountRequested', '-amountRequested', 'amount', '-amount'),
      directions,
      fc.constantFrom('-1', '1e15', '7.25', '1e999', 'NaN', '999999999999.99'),
      anId,
    ),
    fc.tuple(fc.constant('-createdAt'), anyText, anyText, anyText),
  )
  .map((parts) => ({ sort: parts[0], text: toCursor(parts) }));

function toCursor(parts: readonly string[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

const parameters = fc.oneof(
  fc.tuple(
    fc.oneof(fc.constantFrom(...names), anyText),
    fc.oneof(fc.constantFrom(...words), anyText),
  ),
  cursors.map(({ text }): [string, string] => ['cursor', text]),
);

/** A query: known and unknown parameters, once or repeated, correctly encoded or not. */
export const anyQuery: Arbitrary<string> = fc.oneof(
  fc.array(parameters, { maxLength: 6 }).map((pairs) => new URLSearchParams(pairs).toString()),
  cursors.map(({ sort, text }) => `sort=${sort}&cursor=${text}`),
  fc.string({
    unit: fc.constantFrom('page', '=', '&', '%', '?', '[', ']', '+', ';', '%C3', '%00'),
  }),
);

/**
 * One segment of a path, percent-encoded or not, without characters that would end the request
 * line.
 */
export const anySegment: Arbitrary<string> = fc.oneof(
  anyText.map((text) => encodeURIComponent(text.toWellFormed())),
  fc.constantFrom('%', '%zz', '%00', '%2e%2e%2f', '..', '.', '%C3', 'a'.repeat(300), "'--", '%25'),
);

// What HTTP allows in a header: printable Latin-1 (RFC 9110, section 5.5).
const headerText = fc.string({
  unit: fc
    .oneof(fc.integer({ min: 32, max: 126 }), fc.integer({ min: 160, max: 255 }))
    .map((code) => String.fromCharCode(code)),
  maxLength: 60,
});
/** Mostly omitted: one wrong header often decides the response by itself. */
const header = (...likely: string[]) =>
  fc.oneof(
    { weight: 7, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.oneof(fc.constantFrom(...likely), headerText) },
  );

/** Headers that the service reads: valid, invalid, or arbitrary text. */
export const anyHeaders: Arbitrary<Record<string, string>> = fc
  .record({
    'content-type': header(
      'application/json',
      'application/json; charset=utf-16',
      'text/plain',
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'application/x-www-form-urlencoded',
    ),
    'idempotency-key': header('a', 'b', ' ', 'k'.repeat(256), 'é'),
    'if-match': header('"1"', '*', 'W/"1"', '"', ','),
    'if-none-match': header('"1"', '*', 'W/"1"', '"', ','),
    accept: header('text/html', '*/*;q=x'),
    origin: header('null', 'http://', 'https://elsewhere.test'),
    'x-forwarded-for': header('::', '1.2.3.4, '),
    'accept-encoding': header('br;q=9', 'identity;q=0'),
  })
  .map((headers) =>
    Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value.trim()]],
      ),
    ),
  );
