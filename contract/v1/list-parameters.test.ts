import { expect, test } from 'vitest';

import { searchEndpoints } from '#contract/portal/search.ts';
import { invalidParameters, parseQuery } from '#contract/query-string.ts';

import { dealListQuery } from './deal-lists.ts';
import { leadListQuery } from './lead-lists.ts';

const lists = [leadListQuery, dealListQuery];
const bodyOf = (q: string) => searchEndpoints.searchRecords.body.safeParse({ q });

test.each([
  ['two cells of a spreadsheet', 'Ada\tMarsh'],
  ['two lines', 'Ada\r\nMarsh'],
  ['a non-breaking space', '\u00A0Ada\u00A0 Marsh'],
  ['a line separator', 'Ada\u2028Marsh\n'],
  ['a next line', 'Ada\u0085Marsh'],
])('a search with %s has spaces instead', (_kind, q) => {
  for (const list of lists) {
    const params = new URLSearchParams({ q });
    expect(invalidParameters(list, params)).toEqual([]);
    expect(parseQuery(list, params).q).toBe('Ada Marsh');
  }
  expect(bodyOf(q).data).toEqual({ q: 'Ada Marsh' });
});

test.each([
  ['control characters', 'Ada\u0000'],
  ['too many characters', 'x'.repeat(201)],
])('a search with %s is invalid', (_kind, q) => {
  for (const list of lists)
    expect(invalidParameters(list, new URLSearchParams({ q }))).toEqual(['q']);
  expect(bodyOf(q).success).toBe(false);
});

test('a search that is there twice is invalid, and white space in an id', () => {
  expect(invalidParameters(leadListQuery, new URLSearchParams('q=a&q=b'))).toEqual(['q']);
  const ids = new URLSearchParams('brokerId=a%09b&bulkUploadId=a%0Ab');
  expect(invalidParameters(dealListQuery, ids)).toEqual(['brokerId', 'bulkUploadId']);
});
