import { capitalizeName } from '#contract/portal/upstream-name.ts';
import * as errors from '#contract/v1/errors.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { systemErrorCode } from '#server/errors/system-error-code.ts';

import { echoesKey } from './key-echo.ts';
import { NoResponseError, type UpstreamText } from './upstream.client.ts';

/** The purpose of a request, which decides what a failure means for the person's work. */
export type Purpose = 'read' | 'change' | 'creation' | 'upload';

/** The upstream service failed. The message goes to the caller; only kind and code are logged. */
export class UpstreamError extends ApiError {
  /** Such as `unreachable ECONNREFUSED` or `status 500`. */
  readonly kind: string;

  constructor(code: errors.ErrorCode, sentence: string, kind: string) {
    super(code, sentence, { retryAfter: errors.errorStatuses[code] === 503 ? 5 : undefined });
    this.kind = kind;
  }
}

/** The upstream service rejected the API key (401). */
export class KeyRejectedError extends ApiError {
  constructor(upstreamName: string) {
    super(
      'upstream-key-rejected',
      `${capitalizeName(upstreamName)} rejects this API key. Enter the current one on your profile page in the portal.`,
      { status: 401, headers: { 'www-authenticate': 'Bearer error="invalid_token"' } },
    );
  }
}

/**
 * What a failure means for the work: when the request was certainly not carried out, and when it
 * may have been.
 */
const consequences: Readonly<Record<Purpose, { notDone: string; unknown: string }>> = {
  read: {
    notDone: 'Nothing is lost: try again in a minute.',
    unknown: 'Nothing is lost: try again in a minute.',
  },
  change: {
    notDone: 'Your change was not made: try again in a minute.',
    unknown:
      'Your change may or may not have been made: check the lead, or make the same change again.',
  },
  creation: {
    notDone: 'The lead was not submitted: try again in a minute.',
    unknown:
      'The lead may or may not have been submitted: look for it in the list before you submit it again.',
  },
  upload: {
    notDone: 'The files were not attached: try again in a minute.',
    unknown: 'The files may have been attached: check before you attach them again.',
  },
};

const failures = {
  unreachable: ['upstream-unreachable', 'could not be reached'],
  busy: ['service-busy', 'was busy'],
  slow: ['upstream-timeout', 'took too long to answer'],
  broken: ['upstream-failed', 'broke off its response, or sent an unusable one,'],
} as const;

/** Returns the error for the caller when there was no response; any other error unchanged. */
export function toUpstreamError(error: unknown, purpose: Purpose): unknown {
  if (!(error instanceof NoResponseError)) return error;
  const { upstreamName, kind, mayHaveArrived, cause } = error;
  const [code, whatHappened] = failures[kind];
  const consequence = consequences[purpose][mayHaveArrived ? 'unknown' : 'notDone'];
  return new UpstreamError(
    code,
    `${capitalizeName(upstreamName)} ${whatHappened} at ${timeNow()}. ${consequence}`,
    `${kind} ${systemErrorCode(cause) ?? ''}`.trim(),
  );
}

/** Returns the error for a response that the specification does not allow. */
export function unusable(
  { upstreamName }: UpstreamText,
  purpose: Purpose,
  kind: string,
  what = 'sent an unusable response',
): UpstreamError {
  return new UpstreamError(
    'upstream-failed',
    `${capitalizeName(upstreamName)} ${what} at ${timeNow()}. ${consequences[purpose].unknown}`,
    kind,
  );
}

/** Returns the current time independent of the reader's time zone: `08:15 UTC`. */
const timeNow = (): string => `${new Date().toISOString().slice(11, 16)} UTC`;

/**
 * Returns the JSON of a successful response. A byte order mark at its start is ignored.
 * @throws UpstreamError when the response is not JSON, ApiError for a rejection, KeyRejectedError
 */
export function readJson(response: UpstreamText, purpose: Purpose, token: string): unknown {
  assertSuccess(response, purpose, token);
  const type = response.headers.get('content-type') ?? 'nothing';
  if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type))
    throw unusable(response, purpose, 'no JSON');
  try {
    return JSON.parse(response.text.replace(/^\uFEFF/, ''));
  } catch {
    throw unusable(response, purpose, 'JSON that cannot be read');
  }
}

/**
 * Asserts that the response is a success (2xx). A rejection keeps its status and message.
 * @throws ApiError for a 4xx, KeyRejectedError for 401, UpstreamError for everything else
 */
export function assertSuccess(response: UpstreamText, purpose: Purpose, token: string): void {
  const { upstreamName, status } = response;
  if (status >= 200 && status < 300) return;
  if (status === 401) throw new KeyRejectedError(upstreamName);
  if (status >= 400 && status < 500) throw toApiError(response, token);
  const what = status < 500 ? undefined : 'had a problem';
  throw unusable(response, purpose, `status ${status}`, what);
}

/** Returns the sentence for a rejection that has none of its own. */
function writeSentence(status: number, upstreamName: string): string {
  const name = capitalizeName(upstreamName);
  const sentences: Readonly<Record<number, string>> = {
    400: `${name} couldn’t process this.`,
    403: `You don’t have access to this in ${upstreamName}.`,
    404: `This record doesn’t exist in ${upstreamName}.`,
    409: 'Someone else is changing this right now. Try again.',
    412: 'Someone else has changed this record. Read it again, then make your change.',
    413: `This is too large for ${upstreamName}.`,
    415: `${name} doesn’t accept this kind of file.`,
    429: `${name} is busy. Try again in a minute.`,
  };
  return sentences[status] ?? `${name} rejected this (${status}).`;
}

/**
 * Returns the code of a rejection. The specified error has none, and a code of the existing service
 * may mean something else.
 */
function findCode(status: number, hasFields: boolean, hasRetryAfter: boolean): errors.ErrorCode {
  if (status === 400 && hasFields) return 'invalid-fields';
  return status === 429 ? 'upstream-busy' : errors.errorCodeOfStatus(status, hasRetryAfter);
}

function toApiError({ upstreamName, status, headers, text }: UpstreamText, token: string) {
  const reported = readErrorBody(text, token);
  const retryAfter = requestedDelayMs(headers) === undefined ? null : headers.get('retry-after');
  const etag = headers.get('etag') ?? '';
  return new ApiError(
    findCode(status, reported?.fields !== undefined, retryAfter !== null),
    reported?.error ?? writeSentence(status, upstreamName),
    {
      status,
      fields: reported?.fields,
      headers: {
        ...(retryAfter !== null && { 'retry-after': retryAfter }),
        ...(status === 412 && etag !== '' && !echoesKey(etag, token) && { etag }),
      },
    },
  );
}

/** A requested delay of more than an hour is not believed. */
const maxRequestedDelayMs = 3_600_000;

/**
 * Returns the milliseconds that the upstream service asks to wait, at most an hour; undefined when
 * it does not say, or sends an invalid `Retry-After`.
 */
export function requestedDelayMs(headers: Headers): number | undefined {
  const delayMs = errors.retryAfterMs(
    headers.get('retry-after'),
    Date.parse(headers.get('date') ?? ''),
  );
  return delayMs === undefined ? undefined : Math.min(delayMs, maxRequestedDelayMs);
}

/** The address of a service within a network: with a scheme, as an IP address, or with a port. */
const addresses = [/https?:\/\//i, /\b\d{1,3}(\.\d{1,3}){3}\b/, /[\w-]\.[\w-]+:\d{2,5}\b/];

/** Longer error bodies are not examined. */
const maxErrorLength = 65_536;

/**
 * Returns the error of the upstream service if it is fit for people: it must not repeat the key or
 * contain an address, and no text may be longer than 1,000 characters.
 */
function readErrorBody(text: string, token: string): errors.ReceivedError | undefined {
  if (text.length > maxErrorLength) return undefined;
  try {
    const reported = errors.receivedError.parse(JSON.parse(text));
    const texts = [reported.error, ...Object.entries(reported.fields ?? {}).flat()];
    const isForPeople = texts.every(
      (word) =>
        word.length <= 1_000 &&
        !echoesKey(word, token) &&
        !addresses.some((address) => address.test(word)),
    );
    return isForPeople && reported.error.trim() !== '' ? reported : undefined;
  } catch {
    return undefined;
  }
}
