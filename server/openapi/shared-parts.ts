import * as z from 'zod/mini';

import type { Endpoint } from '#contract/endpoint.ts';
import { errorBody } from '#contract/v1/errors.ts';
import { maxFilteredTotal } from '#contract/v1/lists.ts';
import { movedByChanges } from '#contract/v1/records.ts';
import { storedHours } from '#server/idempotency/idempotency.store.ts';

import type { JsonSchema } from './json-schemas.ts';

/** An operation of the document. */
export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly parameters: readonly (Parameter | Reference)[];
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, object>>;
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
    description: 'The ETag you have read: returns 412 if the record has changed since you read it.',
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
  ETag: {
    description: `Version identifier. ${movedByChanges}`,
    schema: text,
  },
  TotalCount: {
    description: `How many records there are on all pages. Left out when more than ${maxFilteredTotal.toLocaleString('en')} match a filter.`,
    schema: { type: 'integer', minimum: 0 },
  },
  Link: {
    description:
      'Links to other pages (RFC 8288): first, prev, next, last. Walking along next or prev neither repeats nor loses a record.',
    schema: text,
  },
  IdempotencyKey: {
    description: 'Echoes the request’s key.',
    schema: text,
  },
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

interface Failure {
  readonly name: string;
  readonly description: string;
  /** Returns whether an endpoint can fail this way. */
  readonly of: (endpoint: Endpoint) => boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

const isMultipart = ({ bodyType }: Endpoint) => bodyType === 'multipart';
const hasBody = (endpoint: Endpoint) => endpoint.body !== undefined || isMultipart(endpoint);
const hasRecord = (endpoint: Endpoint) => endpoint.path.includes(':') || isMultipart(endpoint);
const isRepeatable = ({ idempotent }: Endpoint) => idempotent === true;
const always = () => true;

/** Returns whether the response has an ETag: it is a record. */
export function hasVersion({ path, method, response }: Endpoint): boolean {
  return path.includes(':') && method !== 'POST' && response !== undefined;
}

/** Returns whether a request may have `If-Match`: it changes a record. */
export function takesVersion({ path, method, auth }: Endpoint): boolean {
  return method === 'PATCH' || (auth === 'operator' && method === 'POST' && path.includes(':'));
}

/** Returns whether the response is a page of a list. */
function isPaged({ query }: Endpoint): boolean {
  return query instanceof z.ZodMiniObject && 'page' in query.shape;
}

/** Returns whether the response is a file. */
function isFile({ method, response }: Endpoint): boolean {
  return method === 'GET' && response === undefined;
}

/** Every failure, by its status. */
export const failuresByStatus: Readonly<Record<string, Failure>> = {
  400: {
    name: 'BadRequest',
    description:
      'The request is invalid; `fields` names each error. Sending it unchanged will not help.',
    of: (endpoint) =>
      hasBody(endpoint) || endpoint.query !== undefined || endpoint.auth === 'operator',
  },
  401: {
    name: 'Unauthorized',
    description: 'The API key is missing or not valid.',
    of: always,
    headers: { 'WWW-Authenticate': 'Authenticate' },
  },
  403: { name: 'Forbidden', description: 'You don’t have access to this.', of: always },
  404: { name: 'NotFound', description: 'This record doesn’t exist.', of: hasRecord },
  409: {
    name: 'Conflict',
    description:
      'A request with this Idempotency-Key is still running, or the state of the record does not allow this: see the code.',
    of: (endpoint) =>
      isRepeatable(endpoint) || (takesVersion(endpoint) && endpoint.auth === 'operator'),
    headers: { 'Retry-After': 'RetryAfter' },
  },
  412: {
    name: 'Changed',
    description: 'Someone else has changed the record since you read it.',
    of: takesVersion,
    headers: { ETag: 'ETag' },
  },
  413: {
    name: 'TooLarge',
    description: 'The body, a file or the number of files is too large.',
    of: hasBody,
  },
  415: {
    name: 'WrongKind',
    description: 'The body or a file is of a kind that is not accepted.',
    of: hasBody,
  },
  422: {
    name: 'KeyReused',
    description: 'This Idempotency-Key was used with other content.',
    of: isRepeatable,
  },
  429: {
    name: 'TooMany',
    description: 'Too many requests.',
    of: always,
    headers: { 'Retry-After': 'RetryAfter' },
  },
  503: {
    name: 'Unavailable',
    description: 'The service is busy; try again.',
    of: always,
    headers: { 'Retry-After': 'RetryAfter' },
  },
  507: {
    name: 'StorageFull',
    description: 'There is no space left to store this; nothing was saved.',
    of: hasBody,
  },
};

/** Returns the failures as components: all of them have the same body. */
export function failures(
  schemaOf: (schema: z.ZodMiniType, io: 'output') => JsonSchema,
): Record<string, object> {
  const content = { 'application/json': { schema: schemaOf(errorBody, 'output') } };
  return Object.fromEntries(
    Object.values(failuresByStatus).map((failure) => [
      failure.name,
      { description: failure.description, ...responseHeaders(failure.headers ?? {}), content },
    ]),
  );
}

/** Returns the possible responses of an endpoint. */
export function responsesOf(
  endpoint: Endpoint,
  response: JsonSchema | undefined,
): Record<string, object> {
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
    ...(response && { content: { 'application/json': { schema: response } } }),
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

function responseHeaders(names: Readonly<Record<string, string>>): { headers?: object } {
  if (Object.keys(names).length === 0) return {};
  const references = Object.entries(names).map(([header, name]) => [
    header,
    { $ref: `#/components/headers/${name}` },
  ]);
  return { headers: Object.fromEntries(references) };
}
