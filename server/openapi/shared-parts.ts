import * as z from 'zod/mini';

import type { Endpoint } from '#contract/endpoint.ts';
import { draftLimits } from '#contract/portal/new-lead/new-lead.ts';
import { attachmentKindsSentence } from '#contract/v1/attachments.ts';
import { errorBody } from '#contract/v1/errors.ts';
import { maxFilteredTotal, paging } from '#contract/v1/paging.ts';
import { movedByChanges } from '#contract/v1/records.ts';
import { generousLimit } from '#server/http/rate-limits.ts';
import { storedHours } from '#server/idempotency/idempotency.store.ts';

import { makeExample } from './examples.ts';
import { errorMeanings, failuresByStatus, hasVersion, makeError } from './failures.ts';
import { type JsonSchema, toJsonSchema } from './json-schemas.ts';
import type { Note } from './openapi-document.ts';

/** An operation of the document. */
export interface DocumentedOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly (Parameter | Reference)[];
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, Response>>;
}
/** A response, or a reference to one. */
interface Response {
  readonly $ref?: string;
  readonly description?: string;
  readonly headers?: object;
  readonly content?: { readonly 'application/json'?: { readonly example?: unknown } };
}
export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}
export interface Reference {
  readonly $ref: string;
}

const text = { type: 'string' } as const;

/** Request headers, by their name in the document. */
export const parameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: `Makes it safe to send the request again: the same key and content return the same response and create one record. Stored for ${storedHours} hours.`,
    schema: { ...text, minLength: 1, maxLength: 255 },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The ETag you have read: returns 412 if the record has changed since you read it, and 400 for a weak tag (`W/`), as a proxy that compresses makes it.',
    schema: text,
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The ETag you have: returns 304 without a body if the record has not changed.',
    schema: text,
  },
};

/** Response headers. */
export const headers = {
  ETag: { description: `Version identifier. ${movedByChanges}`, schema: text },
  TotalCount: {
    description: `How many records there are on all pages. Left out when more than ${maxFilteredTotal.toLocaleString('en')} match a filter.`,
    schema: { type: 'integer', minimum: 0 },
  },
  Link: {
    description:
      'Links to other pages (RFC 8288): first, prev, next, last. Walking along next or prev neither repeats nor loses a record.',
    schema: text,
  },
  IdempotencyKey: { description: 'Echoes the request’s key.', schema: text },
  IgnoredParameters: {
    description:
      'Query parameters that this operation does not have, which were ignored: a list of texts (RFC 9651), each with the nearest one that it has: "updatedsince";nearest="updatedSince".',
    schema: text,
  },
  RateLimit: {
    description:
      'How many requests are left, and in how many seconds all are again: "requests";r=5999;t=60.',
    schema: text,
  },
  RateLimitPolicy: {
    description: 'How many requests are possible in how many seconds: "requests";q=6000;w=60.',
    schema: text,
  },
  RetryAfter: { description: 'Seconds to wait.', schema: { type: 'integer' } },
  Authenticate: { description: 'Bearer', schema: text },
};

/** Returns whether the response is a page of a list. */
const isPaged = ({ query }: Endpoint) => query instanceof z.ZodMiniObject && 'page' in query.shape;

/** Returns whether the response is a file. */
const isFile = ({ method, response }: Endpoint) => method === 'GET' && response === undefined;

/** Returns the failures as components: all of them have the same body. */
export function describeFailures(): Record<string, object> {
  const schema = toJsonSchema(errorBody, 'output');
  return Object.fromEntries(
    Object.values(failuresByStatus).map((failure) => [
      failure.name,
      {
        description: failure.description ?? errorMeanings[failure.code],
        ...responseHeaders(failure.headers ?? {}),
        content: { 'application/json': { schema, example: makeError(failure) } },
      },
    ]),
  );
}

/** Returns the possible responses of an endpoint. */
export function describeResponses(
  endpoint: Endpoint,
  schemas: Readonly<Record<string, JsonSchema>>,
): DocumentedOperation['responses'] {
  const success = {
    description: 'Success.',
    ...responseHeaders({
      RateLimit: 'RateLimit',
      'RateLimit-Policy': 'RateLimitPolicy',
      ...(hasVersion(endpoint) && { ETag: 'ETag' }),
      ...(isPaged(endpoint) && { 'X-Total-Count': 'TotalCount', Link: 'Link' }),
      ...(endpoint.idempotent && { 'Idempotency-Key': 'IdempotencyKey' }),
      ...(endpoint.auth === 'bearer' && { 'Ignored-Parameters': 'IgnoredParameters' }),
    }),
    ...(endpoint.response && {
      content: { 'application/json': makeContent(endpoint.response, schemas) },
    }),
    ...(isFile(endpoint) && { content: { 'application/octet-stream': {} } }),
  };
  const failed = Object.entries(failuresByStatus).filter(([, failure]) => failure.of(endpoint));
  return {
    200: success,
    ...(hasVersion(endpoint) &&
      endpoint.method === 'GET' && { 304: { description: 'You have this version.' } }),
    ...Object.fromEntries(
      failed.map(([status, { name }]) => [status, { $ref: `#/components/responses/${name}` }]),
    ),
  };
}

/** Returns the schema of a response, with an example. */
function makeContent(response: z.ZodMiniType, schemas: Readonly<Record<string, JsonSchema>>) {
  const schema = toJsonSchema(response, 'output');
  return { schema, example: makeExample(schema, schemas) };
}

function responseHeaders(names: Readonly<Record<string, string>>): { headers?: object } {
  if (Object.keys(names).length === 0) return {};
  const references = Object.entries(names).map(([header, name]) => [
    header,
    { $ref: `#/components/headers/${name}` },
  ]);
  return { headers: Object.fromEntries(references) };
}

/** Notes on every operation, for programs of partners and of the operator. */
export const sharedNotes: readonly Note[] = [
  [
    'Paging',
    `\`page\` and \`pageSize\`, at most ${paging.maxPageSize}; the body is a plain array, the total is in \`X-Total-Count\`. Follow \`Link\`: ${headers.Link.description}`,
  ],
  ['Safe retry', `\`Idempotency-Key\`: ${parameters.IdempotencyKey.description}`],
  ['Lost updates', `\`If-Match\`: ${parameters.IfMatch.description}`],
  [
    'A copy that stays up to date',
    `Ask for \`updatedSince\` with the last \`updatedAt\` that you have seen, and follow \`Link\`: nothing is missed, and no overlap is needed. The record with that time is given again; what was changed within the last moments can come with the next request. ${movedByChanges}`,
  ],
  [
    'Limits',
    `${generousLimit.toLocaleString('en')} requests a minute for each key, counted by each process of the service; \`RateLimit\` and \`RateLimit-Policy\` say how many are left, and 429 has \`Retry-After\`. Attachments: ${attachmentKindsSentence}`,
  ],
  [
    'How long things are stored',
    `Responses for an \`Idempotency-Key\`: ${storedHours} hours. Records, their history and the changes feed: until a person’s data are erased. In the portal, drafts of leads: ${draftLimits.retentionDays} days after their last change; exported files: an hour.`,
  ],
  [
    'Fields without a value',
    'are `""`, `null`, `[]` or `0`, as their type says. Ignore fields and values you don’t recognise.',
  ],
];
