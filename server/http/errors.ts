import {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';

import { type ErrorBody, errorCodeOfStatus } from '#contract/v1/errors.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { logFailure } from '#server/errors/log-failure.ts';
import { systemErrorCode } from '#server/errors/system-error-code.ts';

import { isOpenedInTab, sendErrorPage } from './error-page.ts';
import { notJson } from './parsing.ts';
import type { NotFoundPage } from './portal-files.ts';
import { isForEndpoint } from './security-headers.ts';
import { drainRequest, maxUploadBytes, notMultipart } from './upload-limits.ts';

/** The error at an address that has nothing. */
export const unknownAddress = ['unknown-address', 'There’s nothing at this address.'] as const;
// PostgreSQL cannot store NUL characters.
const unsupportedCharacters = [
  'unsupported-characters',
  'A text contains a character that can’t be stored. Remove control characters.',
] as const;

const storageFull = [
  'storage-full',
  'There’s no space left to store this, so nothing was saved. Contact support.',
] as const;

/** Errors of the framework, the database, the disk and the scanner, with our own response. */
const rejections: Readonly<Record<string, Readonly<ConstructorParameters<typeof ApiError>>>> = {
  FST_ERR_BAD_URL: [
    'malformed-request',
    'The address is not a valid URL: a percent sign in it is not followed by two digits.',
  ],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'malformed-request',
    'The body is not as long as its Content-Length says. Send it again.',
  ],
  '22021': unsupportedCharacters,
  '22P05': unsupportedCharacters,
  EDQUOT: storageFull,
  '53100': storageFull,
  ENOSPC: storageFull,
  SCAN_FAILED: [
    'service-busy',
    'Files can’t be scanned for viruses right now. Try again in a few minutes.',
    { retryAfter: 30 },
  ],
  FILE_DAMAGED: [
    'file-damaged',
    'This file is damaged and can’t be opened. Contact support, who can restore it.',
  ],
  FST_ERR_MAX_PARAM_LENGTH: ['not-found', 'There’s nothing at this address.'],
};

/**
 * Codes of transient errors: the database or the storage of files is unreachable, or the database
 * gave way to another request. Worth retrying.
 */
const transientCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'EPIPE',
  'ETIMEDOUT',
  'STORAGE_FAILED',
  // All that PgBouncer itself rejects, such as while it has no server.
  '08P01',
  // A primary that has just become a standby.
  '25006',
  '40001',
  '40P01',
  '53300',
  '57014',
  '57P01',
  '57P02',
  '57P03',
]);
// Errors of the driver that have no code; and two requests that write the same new row, as long as
// its table also has the key of the version before (docs/decisions/database.md).
const transientMessage =
  /timeout exceeded when trying to connect|Connection terminated|not queryable|_former_key"/;

/**
 * Turns every error of the app into `{error, code, fields?}`, here and nowhere else. A person who
 * opens a file in a tab gets a page instead; where the portal is served, one who follows a dead
 * link gets `notFoundPage`.
 */
export function handleErrors(app: FastifyInstance, notFoundPage: NotFoundPage | undefined): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => sendError(error, request, reply));
  app.setNotFoundHandler((request, reply) => {
    if (notFoundPage && isPageRequest(request)) return notFoundPage(reply);
    const [url = '/'] = request.url.split('?');
    const allowed = allowedMethods(app, url);
    const failure =
      allowed.length === 0 || url.endsWith('/')
        ? unknownAddressError(app, url)
        : new ApiError(
            'method-not-allowed',
            `${request.method} is not possible here; use ${allowed.join(' or ')}.`,
            { headers: { allow: allowed.join(', ') } },
          );
    return sendError(failure, request, reply);
  });
}

/**
 * Sends an error response: JSON, or a page to a person who opened a file in a tab. Also passed to
 * Fastify for errors before a route is found.
 */
export function sendError(error: Error, request: FastifyRequest, reply: FastifyReply) {
  const failure = toApiError(error, request);
  if (systemErrorCode(error) === tooLargeCode) letSenderRead(request, reply);
  if (isOpenedInTab(request)) return sendErrorPage(failure, reply);
  const body = toErrorBody(failure);
  // Not cached, also at an address without endpoint or page, as of a file of another version.
  return reply
    .code(failure.status)
    .header('cache-control', 'no-store')
    .headers(failure.headers)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
}

/** Returns an error as it is sent to the caller. Logs an unexpected one. */
export function toApiError(error: Error, request: FastifyRequest): ApiError {
  return error instanceof ApiError ? error : translate(error, request);
}

/** Returns the body of an error response. */
export function toErrorBody({ message, code, fields, submission }: ApiError): ErrorBody {
  const body: ErrorBody = { error: message, code };
  if (fields) body.fields = fields;
  if (submission) body.submission = submission;
  return body;
}

function translate(error: Error & { statusCode?: number }, request: FastifyRequest): ApiError {
  const code = systemErrorCode(error) ?? '';
  const rejection = rejections[code];
  if (rejection) {
    const failure = new ApiError(...rejection);
    if (failure.status >= 500) logRequestFailure(error, request, 'request failed');
    return failure;
  }
  if (code === tooLargeCode) return tooLarge(request);
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return unsupportedBodyType(request);
  const status = error.statusCode ?? 500;
  if (status >= 400 && status < 500)
    return new ApiError(errorCodeOfStatus(status), 'The request could not be understood.', {
      status,
    });
  logRequestFailure(error, request, 'request failed');
  if (transientCodes.has(code) || transientMessage.test(error.message))
    return new ApiError(
      'service-busy',
      `The service is busy. Try again in a moment. (Request ${request.id})`,
      { retryAfter: 2 },
    );
  return new ApiError(
    'internal-error',
    `Something went wrong on our side. Try again, or contact support and quote ${request.id}.`,
  );
}

const tooLargeCode = 'FST_ERR_CTP_BODY_TOO_LARGE';

/**
 * Lets a sender who reads only after sending everything receive the response: the framework would
 * close the connection while the body arrives. A body of any length is not waited for.
 */
function letSenderRead(request: FastifyRequest, reply: FastifyReply): void {
  if (!(Number(request.headers['content-length']) <= maxUploadBytes)) return;
  reply.removeHeader('connection');
  drainRequest(request);
}

/** Returns the error for a body of another type than the endpoint takes. */
function unsupportedBodyType({ routeOptions }: FastifyRequest): ApiError {
  return routeOptions.config.endpoint?.bodyType === 'multipart' ? notMultipart : notJson;
}

function tooLarge({ routeOptions: { bodyLimit } }: FastifyRequest): ApiError {
  const kibibytes = bodyLimit / 1024;
  const limit = kibibytes < 1024 ? `${kibibytes} KiB` : `${kibibytes / 1024} MiB`;
  return new ApiError(
    'request-too-large',
    `The request is too large: a JSON body can have ${limit} here.`,
  );
}

/** Logs no requests, and only responses that failed after they had started. */
export class ResponseLog extends LogController {
  constructor() {
    super({ disableRequestLogging: true });
  }

  override streamError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
    const hasLeft = systemErrorCode(error) === 'ERR_STREAM_PREMATURE_CLOSE' || reply.raw.destroyed;
    // Such as that the account may read no further.
    const isAnswer = error instanceof ApiError && error.status < 500;
    if (!hasLeft && !isAnswer) logRequestFailure(error, request, 'response cut off');
  }
}

/**
 * Logs the route but not the query, the stack but not the values that a database repeats in its
 * messages.
 */
function logRequestFailure(error: Error, request: FastifyRequest, what: string): void {
  const frames = error.stack?.split('\n').filter((line) => line.startsWith('    at ')) ?? [];
  logFailure(request.log, error, what, {
    level: 'error',
    requestId: request.id,
    route: `${request.method} ${request.routeOptions.url ?? 'unknown'}`,
    stack: frames.join('\n'),
  });
}

/** Returns whether a person’s browser requests a page: not an endpoint, not a file. */
export function isPageRequest(request: FastifyRequest): boolean {
  const [pathname = ''] = request.url.split('?');
  const isReading = request.method === 'GET' || request.method === 'HEAD';
  return isReading && !isForEndpoint(request) && !/\.\w+$/.test(pathname);
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/**
 * Returns the error for an unknown address. An address that ends with a slash, as an empty
 * identifier leaves it, is not the list: a client that takes the list’s first row for the record
 * changes the wrong one.
 */
export function unknownAddressError(app: FastifyInstance, url: string): ApiError {
  const [code, sentence] = unknownAddress;
  const shorter = url.replace(/\/$/, '');
  const isNear = shorter !== url && allowedMethods(app, shorter).length > 0;
  if (!isNear) return new ApiError(code, sentence);
  return new ApiError(
    code,
    `${sentence} The address ends with a slash: leave it out for ${shorter}, or add an identifier.`,
  );
}

/** Returns the methods that an address supports. */
function allowedMethods(app: FastifyInstance, url: string): string[] {
  const found = methods.filter((method) => app.findRoute({ method, url }) !== null);
  return found.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
}
