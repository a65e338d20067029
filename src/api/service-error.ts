import * as errors from '#contract/v1/errors.ts';
import {
  describeStatus,
  tooSlowSentence,
  unreachableSentence,
  unreadableSentence,
} from '#src/lib/service-sentences.ts';

/**
 * The code of a failed request: the service's, or the portal's own if the service was not reached,
 * did not respond in time, or sent something unexpected.
 */
export type ServiceErrorCode = errors.ErrorCode | 'unreachable' | 'timeout' | 'unexpected-response';

/** A failed request, with a sentence the user can act on. */
export class ServiceError extends Error {
  /** The HTTP status; 0 if the service was not reached or its response was cut off. */
  readonly status: number;
  /** The code of the error. The portal branches on it, not on the status. */
  readonly code: ServiceErrorCode;
  /** The error of each field, by path (`businessAddress.city`); empty if no field is invalid. */
  readonly fields: Readonly<Record<string, string>>;
  /** The request id that support asks for. */
  readonly requestId: string | undefined;
  /** Milliseconds to wait before a retry, as the service requests; at most an hour. */
  readonly retryAfterMs: number | undefined;
  /** When it was received, in milliseconds. */
  readonly createdAt = Date.now();
  /** The state of the submitted lead, if the portal runs in front of an existing service. */
  readonly submission: errors.Submission | undefined;

  constructor(
    status: number,
    code: ServiceErrorCode,
    sentence: string,
    more: Partial<Pick<ServiceError, 'requestId' | 'retryAfterMs' | 'submission' | 'cause'>> & {
      fields?: Record<string, string> | undefined;
    } = {},
  ) {
    super(sentence, { cause: more.cause });
    this.name = 'ServiceError';
    this.status = status;
    this.code = code;
    this.fields = more.fields ?? {};
    this.requestId = more.requestId;
    this.retryAfterMs = more.retryAfterMs;
    this.submission = more.submission;
  }
}

/** Returns the reason of a rejection, which the error of a field says best. */
export function whyRejected(error: unknown): string {
  const [ofField] = error instanceof ServiceError ? Object.values(error.fields) : [];
  return ofField ?? (error instanceof Error ? error.message : '');
}

/** Returns whether a request failed with one of the codes. */
export function hasCode(error: unknown, ...codes: readonly ServiceErrorCode[]): boolean {
  return error instanceof ServiceError && codes.includes(error.code);
}

/** Returns whether too many requests or failed attempts were made: the next one has to wait. */
export function isTooMany(error: unknown): error is ServiceError {
  return error instanceof ServiceError && errors.waitCodes.has(error.code);
}

/**
 * Returns whether a failed request may succeed later: no connection, an invalid response, any
 * server error (5xx), a busy service, or a first attempt that is still running. Other rejections
 * and bugs in the portal are final.
 */
export function isTemporary(error: unknown): error is ServiceError {
  if (!(error instanceof ServiceError)) return false;
  const isRejection = error.status >= 400 && error.status < 500;
  return (
    !isRejection || isTooMany(error) || hasCode(error, 'request-in-progress', 'request-timeout')
  );
}

/** Users retry sooner than this, and browser timers treat much longer delays as zero. */
const maxRetryAfterMs = 3_600_000;

/**
 * Returns the error of a failed response: with the service's own sentence, or with a sentence for
 * the status if something else sent the response.
 */
export function toServiceError(status: number, text: string, headers: Headers = new Headers()) {
  const body = errors.receivedError.safeParse(parseJson(text));
  const requestedMs = errors.retryAfterMs(headers.get('retry-after'), Date.now());
  const waitMs = requestedMs === undefined ? undefined : Math.min(maxRetryAfterMs, requestedMs);
  const code = body.data?.code ?? readCode(status, waitMs !== undefined);
  const sentence = body.success ? body.data.error : describeStatus(status, waitMs);
  return new ServiceError(status, code, sentence, {
    fields: body.data?.fields,
    submission: body.data?.submission,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterMs: waitMs,
  });
}

/** Returns the code of a response that has none, because something else sent it. */
function readCode(status: number, hasRetryAfter: boolean): ServiceErrorCode {
  if (status === 0) return 'unreachable';
  return status < 400 ? 'unexpected-response' : errors.errorCodeOfStatus(status, hasRetryAfter);
}

/** Returns the error for an unreachable service or a connection that broke off. */
export function unreachable(cause?: unknown): ServiceError {
  return new ServiceError(0, 'unreachable', unreachableSentence, { cause });
}

/**
 * Gives up on a part of the portal (`loadPart`) after 3 s without a response, so the user gets a
 * message.
 * @throws ServiceError
 */
export function giveUp(tries: number): void {
  if (tries > 1) throw unreachable();
}

/** Returns the error for a request that timed out. */
export function tooSlow(cause?: unknown): ServiceError {
  return new ServiceError(0, 'timeout', tooSlowSentence, { cause });
}

/**
 * Returns the error for a success whose body doesn't match the contract: cut off, the HTML of a
 * network's sign-in page, or another service's response.
 */
export function unreadable(status: number, cause?: unknown): ServiceError {
  return new ServiceError(status, 'unexpected-response', unreadableSentence, { cause });
}

/** Thrown when the user closes the question for the password. */
export class NotConfirmed extends Error {}

/** Returns the JSON value of a text; undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
