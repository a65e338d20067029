import { uploadLimits } from '#contract/bulk-upload/bulk-uploads.ts';
import { maxObjectMembers } from '#contract/endpoint.ts';
import { maxOperations } from '#contract/operator/endpoints.ts';
import { slowestSearch } from '#server/testing/search/slowest-search.ts';

import type { EndpointCall } from './endpoint-calls.ts';

/** A request that is as large as its endpoint allows, or larger, and wrong in one way. */
export interface LargeRequest {
  readonly name: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

const maxQueryLength = 12_000;

/**
 * Returns the largest requests to an endpoint: a long query, or for an endpoint with a body, bodies
 * of one letter, unknown and special keys, many small values, deep nesting, wrong types and many
 * parts. `maxBytes` makes them smaller, for a quick test.
 */
export function largestRequests(call: EndpointCall, maxBytes = Infinity): LargeRequest[] {
  const { endpoint, path } = call;
  if (endpoint.body)
    return Object.entries(bodiesFor(call, maxBytes)).map(([name, body]) => ({
      name,
      path,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(body),
    }));
  if (endpoint.bodyType === 'multipart')
    return Object.entries(multiparts).map(([name, body]) => ({
      name,
      path,
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body: Buffer.from(body),
    }));
  return Object.entries(queries).map(([name, query]) => ({
    name,
    path: `${path}?${query}`,
    headers: {},
  }));
}

const repeated = (text: string, size: number, separator = ',') =>
  Array.from({ length: Math.floor(size / (text.length + separator.length)) }, () => text).join(
    separator,
  );

const keys = (length: number) =>
  Array.from({ length }, (_, at) => `"${at.toString(36)}k":1`).join(',');

const queries = {
  'long text': `q=${'a'.repeat(maxQueryLength)}`,
  'unknown parameters': Array.from({ length: maxQueryLength / 6 }, (_, at) => `a${at}`).join('&'),
  'one parameter often': repeated('status=New', maxQueryLength, '&'),
  spaces: `q=${'%20'.repeat(maxQueryLength / 3)}a`,
  'signs and digits': `q=${encodeURIComponent(slowestSearch)}`,
  'long cursor': `cursor=${'a'.repeat(maxQueryLength)}`,
};

const part = (name: string, text: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
const multiparts = {
  'many parts': `${part('entityType', 'LEAD').repeat(20_000)}--b--`,
  'parts with many names': `${Array.from({ length: 20_000 }, (_, at) => part(`a${at}`, 'a')).join('')}--b--`,
  'long names': `${Array.from({ length: 90 }, (_, at) => part(`${'a'.repeat(190)}${at}`, 'a')).join('')}--b--`,
  'long text': `${part('entityType', 'a'.repeat(1_000_000))}--b--`,
  'long header': `--b\r\nX: ${'a'.repeat(1_000_000)}\r\n\r\n\r\n--b--`,
  'no end': '-'.repeat(1_000_000),
};

function bodiesFor(call: EndpointCall, maxBytes: number): Record<string, string> {
  const { bytes, values } = call.limits;
  // Leaves room for the text around it.
  const size = Math.min(bytes, maxBytes) - 100;
  const allowedKeys = keys(Math.min(maxObjectMembers, Math.floor(size / 10)));
  return {
    'one letter': `"${'a'.repeat(size)}"`,
    'unknown keys': `{${allowedKeys}}`,
    'unknown fields': `{"fields":{${allowedKeys}}}`,
    'many keys': `{${keys(Math.min(values - 20, Math.floor(size / 10)))}}`,
    'too many keys': `{${keys(Math.floor(size / 10))}}`,
    'a long key': `{"${'\\u0000'.repeat(size / 6 - 2)}":1}`,
    '__proto__ keys': `{${repeated('"__proto__":{}', size)}}`,
    lists: `[${repeated('[]', size)}]`,
    objects: `[${repeated('{}', size)}]`,
    'nested lists': '['.repeat(size / 2) + ']'.repeat(size / 2),
    'nested objects': `${'{"a":'.repeat(size / 6)}1${'}'.repeat(size / 6)}`,
    ...longTexts(call, size),
    ...longLists(call, size),
    ...legitimate[call.endpoint.id]?.(size),
  };
}

/** Returns the accepted body with each of its texts as long as the body has room for. */
function longTexts({ body }: EndpointCall, size: number): Record<string, string> {
  const count = JSON.stringify(body).match(/"(?:[^"\\]|\\.)*"(?!:)/g)?.length ?? 0;
  if (count === 0) return {};
  const length = Math.floor((size - JSON.stringify(body).length) / count);
  return Object.fromEntries(
    ['a', '1', ' ', 'e\u0301'].map((letters) => {
      const long = letters.repeat(Math.max(0, length / Buffer.byteLength(letters)));
      const text = JSON.stringify(body, (_key, value: unknown) =>
        typeof value === 'string' ? long : value,
      );
      return [`texts of “${letters}”`, text];
    }),
  );
}

/** Returns the accepted body with its lists filled with values of a wrong type. */
function longLists({ body, limits }: EndpointCall, size: number): Record<string, string> {
  if (!JSON.stringify(body).includes('[')) return {};
  const bodies = [1_000, 20_000].flatMap((count) =>
    ['{}', '[]', '7'].map((item): [string, string] => {
      const list = `[${Array.from({ length: count }, () => item).join(',')}]`;
      const marked = JSON.stringify(body, (_key, value: unknown) =>
        Array.isArray(value) ? '<list>' : value,
      );
      return [`${count} × ${item}`, marked.replaceAll('"<list>"', list)];
    }),
  );
  const isAllowed = (text: string) =>
    text.length <= size && text.split(/[[{,]/).length < limits.values;
  return Object.fromEntries(bodies.filter(([, text]) => isAllowed(text)));
}

const many = (count: number, make: (at: number) => unknown) =>
  JSON.stringify(Array.from({ length: count }, (_, at) => make(at)));

const makeChoices = (row: object) =>
  `{"parseOptions":null,"fixes":[],"contactId":null,"leaveOut":{"duplicateRows":true,"duplicateLeads":true,"rows":${many(uploadLimits.rowChoices, () => row)}}}`;

/** The largest bodies that these endpoints accept, or would if the values were right. */
const legitimate: Readonly<Record<string, (size: number) => Record<string, string>>> = {
  submitRows: (size) => ({
    'rows of short cells': `{"rows":${many(1_000, (at) => [at + 2, ...Array.from({ length: 100 }, () => 'a')])},"leftOut":[]}`,
    'rows of wrong cells': `{"rows":${many(1_000, (at) => [at + 2, ...Array.from({ length: 100 }, () => 0)])},"leftOut":[]}`,
    'rows of long cells': `{"rows":${many(Math.min(1_000, size / 4_100), (at) => [at + 2, ...Array.from({ length: 8 }, () => 'x y'.repeat(165))])},"leftOut":[]}`,
  }),
  chooseForBulkUpload: () => ({
    'all rows': makeChoices({ row: 7, leaveOut: true }),
    'wrong rows': makeChoices({ row: '' }),
  }),
  editBulkUpload: (size) => ({
    'all edits': `{"edits":${many(uploadLimits.editsInRequest, (at) => ({ row: at + 2, column: 'notes', text: 'ab'.repeat((size / uploadLimits.editsInRequest - 60) / 2) }))}}`,
  }),
  searchRecords: () => ({ 'signs and digits': JSON.stringify({ q: slowestSearch }) }),
  findDuplicateLeads: () => ({
    'all keys': `{"keys":${many(uploadLimits.keysInRequest, (at) => `abn:${at}${'a'.repeat(300)}`)}}`,
  }),
  rememberChoices: () => ({
    'all choices': `{"columns":${many(1_000, (at) => ({ header: `${at}${'a'.repeat(90)}`, target: 'phone' }))},"resolutions":${many(1_000, (at) => ({ issue: `${at}${'a'.repeat(180)}`, option: 'a'.repeat(190) }))}}`,
  }),
  runBatch: (size) => {
    const operation = { operation: 'updateLead', id: 'a'.repeat(24) };
    const fields = Object.fromEntries(Array.from({ length: 80 }, (_, at) => [`k${at}`, 1]));
    const long = { bankStatementsReceived: 'a'.repeat(Math.max(0, size / maxOperations - 120)) };
    const operations = (body: unknown) =>
      `{"operations":${many(maxOperations, () => ({ ...operation, body }))}}`;
    return {
      'wrong operations': `{"operations":${many(maxOperations, () => ({ a: 1 }))}}`,
      'operations on no record': operations({ fields: { status: 'Closed' } }),
      'operations with many errors': `{"operations":${many(maxOperations, () => ({ operation: 'createPartner', body: { fields } }))}}`,
      'long operations': operations({ fields: long }),
    };
  },
};
