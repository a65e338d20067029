import type { Endpoint } from '#contract/endpoint.ts';
import type { ErrorBody, ErrorCode } from '#contract/v1/errors.ts';

/** The statuses of codes that come with several. */
export const severalStatuses: Readonly<Partial<Record<ErrorCode, string>>> = {
  'upstream-key-rejected': '400, 401, 403',
  'request-rejected': '4xx',
};

/** Every code of an error: its meaning. */
export const errorMeanings: Readonly<Record<ErrorCode, string>> = {
  'malformed-request': 'The request, its JSON or its multipart body is malformed.',
  'invalid-fields': 'The member fields has a message for each invalid field.',
  'invalid-cursor': 'The cursor is invalid, or was made for another sort order.',
  'invalid-idempotency-key': 'The Idempotency-Key has the wrong form.',
  'unsupported-characters': 'A text contains a character that can’t be stored.',
  'wrong-password': 'The signed-in person’s password is incorrect.',
  'weak-password': 'The new password is easily guessed.',
  'link-expired': 'The link has been used or has expired.',
  'wrong-code': 'The code of the second step is incorrect, or was used.',
  'invalid-rows': 'A batch of rows has the same row twice, or a row outside the file.',
  'too-many-edits': 'The upload has more edited cells than allowed.',
  'not-signed-in': 'The session is missing or has expired.',
  'wrong-credentials': 'The email or password is incorrect.',
  'second-step-expired': 'The second step of the sign-in took too long.',
  'missing-token': 'The request has no bearer token.',
  'invalid-token': 'The API key or access token is not valid, or no longer.',
  'no-access': 'The caller has no access to this record, field or operation.',
  'password-confirmation-required': 'The password must be confirmed first.',
  'upstream-key-missing': 'The caller’s API key of the existing service is not entered.',
  'cross-site-request': 'The request came from another site.',
  'demo-is-local': 'In demo mode the portal serves its own machine only.',
  'upstream-key-rejected': 'The existing service rejects the API key.',
  'not-found': 'The record does not exist.',
  'unknown-address': 'There is nothing at this address.',
  'no-longer-stored': 'The rows have been deleted.',
  'method-not-allowed': 'The address does not support the method; see Allow.',
  'request-timeout': 'The request took too long to arrive.',
  conflict: 'The existing service reports a conflict.',
  'request-in-progress': 'A request with this Idempotency-Key is still running.',
  'already-converted': 'The lead was converted earlier.',
  'email-in-use': 'The email address already has an account.',
  'email-change-conflict': 'An earlier change of the email can still be undone.',
  'name-in-use': 'Another record has this name.',
  'lead-outcome-unknown': 'It is unknown whether the existing service has the lead.',
  'second-factor-conflict': 'A second factor is required, or there is none.',
  'upload-state-conflict': 'The state of the upload does not allow this.',
  'parse-options-conflict': 'Rows were sent, so the file must be read the same way.',
  'too-many-rows-for-workbook': 'There are too many rows for a workbook.',
  'no-api-key': 'There is no API key to show.',
  'api-key-unreadable': 'The stored API key can’t be decrypted; replace it.',
  'api-key-in-use': 'Another account has this API key.',
  'api-key-issuer-conflict': 'API keys are issued elsewhere, or here, and not entered.',
  'unknown-position': 'The position in the changes feed is not of this database.',
  'too-many-views': 'The account has as many views, saved or pinned, as it can have.',
  'too-many-drafts': 'The account has as many drafts as it can have.',
  'draft-submitted': 'The draft was submitted: its lead exists.',
  'too-late-to-withdraw':
    'The file was attached more than 24 hours ago, so that it can’t be removed any more.',
  'request-state-conflict': 'The state of the request does not allow this.',
  'bulk-change-state-conflict': 'The state of the bulk change does not allow this.',
  'too-late-to-undo': 'The bulk change was made more than 10 minutes ago.',
  'version-conflict': 'The record has changed since you read it.',
  'request-too-large': 'The body is too large.',
  'file-too-large': 'A file is too large.',
  'too-many-files': 'The request has too many files.',
  'quota-exceeded': 'The files of the lead, the person or the partner take up too much already.',
  'unsupported-body-type': 'The Content-Type is not accepted.',
  'unsupported-file-type': 'The type of a file is not accepted.',
  'virus-found': 'A file contains a virus.',
  'idempotency-key-reused': 'The Idempotency-Key was used with other content.',
  'upstream-rejects-leads': 'The existing service accepts no leads at its address.',
  'upstream-unconfirmed-leads': 'The existing service confirmed none of the last leads.',
  'too-many-requests': 'Too many requests; wait as Retry-After says.',
  'too-many-failed-attempts': 'Too many wrong passwords; wait as Retry-After says.',
  'headers-too-large': 'The headers are too large.',
  'internal-error': 'An error of the service; its request id helps support.',
  'file-damaged': 'This file can’t be read: it is damaged; support has to restore it.',
  'service-busy': 'The service is busy; try again.',
  'query-too-slow': 'The search took too long; use fewer filters or longer words.',
  'service-restarting': 'The service is restarting; try again.',
  'provider-unreachable': 'The identity provider does not respond.',
  'email-not-sent': 'The mail server didn’t take the email; try again.',
  'storage-full': 'There is no space left to store this; nothing was saved.',
  'upstream-busy': 'The existing service is busy; wait as Retry-After says.',
  'upstream-unreachable': 'The existing service could not be reached.',
  'upstream-timeout': 'The existing service took too long.',
  'upstream-failed': 'The existing service failed or sent an unusable response.',
  'request-rejected': 'Another rejection; the sentence says why.',
};

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
  403: { name: 'Forbidden', code: 'no-access', of: always },
  404: { name: 'NotFound', code: 'not-found', of: hasRecord },
  409: {
    name: 'Conflict',
    code: 'request-in-progress',
    description:
      'A request with this Idempotency-Key is still running, or the state of the record does not allow this: see the code.',
    of: (endpoint) =>
      isRepeatable(endpoint) || (takesVersion(endpoint) && endpoint.auth === 'operator'),
    headers: { 'Retry-After': 'RetryAfter' },
  },
  412: { name: 'Changed', code: 'version-conflict', of: takesVersion, headers: { ETag: 'ETag' } },
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
  507: { name: 'StorageFull', code: 'storage-full', of: hasBody },
};

/** Returns the body of an error, as an example. */
export function makeError({ code }: Pick<Failure, 'code'>): ErrorBody {
  if (code !== 'invalid-fields') return { error: errorMeanings[code], code };
  const phone = 'Start with + and the country code, for example +61 412 345 678.';
  return { error: `phone: ${phone}`, code, fields: { phone } };
}
