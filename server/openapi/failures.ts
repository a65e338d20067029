import type { Endpoint } from '#contract/endpoint.ts';
import type { ErrorBody, ErrorCode } from '#contract/v1/errors.ts';

import { errorMeanings } from './error-codes.ts';

interface Failure {
  readonly name: string;
  /** The most usual code, for the example. */
  readonly code: ErrorCode;
  /** Where it says more than the meaning of the code. */
  readonly description?: string;
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

/** Every failure, by its status. */
export const failuresByStatus: Readonly<Record<string, Failure>> = {
  400: {
    name: 'BadRequest',
    code: 'invalid-fields',
    description:
      'The request is invalid; `fields` names each error. Sending it unchanged will not help.',
    of: (endpoint) =>
      hasBody(endpoint) || endpoint.query !== undefined || endpoint.auth === 'operator',
  },
  401: {
    name: 'Unauthorized',
    code: 'invalid-token',
    of: always,
    headers: { 'WWW-Authenticate': 'Authenticate' },
  },
  403: {
    name: 'Forbidden',
    code: 'no-access',
    of: always,
  },
  404: {
    name: 'NotFound',
    code: 'not-found',
    of: hasRecord,
  },
  409: {
    name: 'Conflict',
    code: 'request-in-progress',
    description:
      'A request with this Idempotency-Key is still running, or the state of the record does not allow this: see the code.',
    of: (endpoint) =>
      isRepeatable(endpoint) || (takesVersion(endpoint) && endpoint.auth === 'operator'),
    headers: { 'Retry-After': 'RetryAfter' },
  },
  412: {
    name: 'Changed',
    code: 'version-conflict',
    of: takesVersion,
    headers: { ETag: 'ETag' },
  },
  413: {
    name: 'TooLarge',
    code: 'request-too-large',
    description: 'The body, a file, the number of files or all files together are too large.',
    of: hasBody,
  },
  415: {
    name: 'WrongKind',
    code: 'unsupported-body-type',
    description: 'The body or a file is of a kind that is not accepted.',
    of: hasBody,
  },
  422: {
    name: 'KeyReused',
    code: 'idempotency-key-reused',
    description: 'This Idempotency-Key was used with other content, or a file contains a virus.',
    of: isRepeatable,
  },
  429: {
    name: 'TooMany',
    code: 'too-many-requests',
    of: always,
    headers: { 'Retry-After': 'RetryAfter' },
  },
  503: {
    name: 'Unavailable',
    code: 'service-busy',
    of: always,
    headers: { 'Retry-After': 'RetryAfter' },
  },
  507: {
    name: 'StorageFull',
    code: 'storage-full',
    of: hasBody,
  },
};

/** Returns the body of an error, as an example. */
export function makeError({ code }: Pick<Failure, 'code'>): ErrorBody {
  if (code !== 'invalid-fields') return { error: errorMeanings[code], code };
  const phone = 'Start with + and the country code, for example +61 412 345 678.';
  return { error: `phone: ${phone}`, code, fields: { phone } };
}
