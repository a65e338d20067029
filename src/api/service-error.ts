import { errorBody, type Submission } from '#contract/v1/errors.ts';

/** A request that failed, in a sentence a person can act on. */
export class ServiceError extends Error {
  /** The HTTP status; 0: the service was not reached, or its answer broke off. */
  readonly status: number;
  /** What is wrong with each field, by path (`businessAddress.city`); empty when the error is not in a field. */
  readonly fields: Readonly<Record<string, string>>;
  /** What support asks for. */
  readonly requestId: string | undefined;
  /** Seconds after which it is worth trying again. */
  readonly retryAfter: number | undefined;
  /** What is known of the lead that was to be submitted, where the portal stands in front of an existing service. */
  readonly submission: Submission | undefined;

  constructor(
    status: number,
    sentence: string,
    more: {
      fields?: Record<string, string> | undefined;
      requestId?: string | undefined;
      retryAfter?: number | undefined;
      submission?: Submission | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(sentence, { cause: more.cause });
    this.name = 'ServiceError';
    this.status = status;
    this.fields = more.fields ?? {};
    this.requestId = more.requestId;
    this.retryAfter = more.retryAfter;
    this.submission = more.submission;
  }
}

/** The failure that an answer tells: the service's own sentence, or one for its status when something else answered in its place. */
export function serviceErrorOf(
  status: number,
  text: string,
  headers: Headers = new Headers(),
): ServiceError {
  const body = errorBody.safeParse(jsonOf(text));
  const retryAfter = secondsOf(headers.get('retry-after'));
  return new ServiceError(status, body.success ? body.data.error : sentenceOf(status, retryAfter), {
    fields: body.data?.fields,
    submission: body.data?.submission,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfter,
  });
}

/** The service was not reached, or the connection broke before the answer was whole. */
export function unreachable(cause?: unknown): ServiceError {
  const sentence = 'The service could not be reached. Check your connection, then try again.';
  return new ServiceError(0, sentence, { cause });
}

/** The request took longer than anybody waits. */
export function tooSlow(cause?: unknown): ServiceError {
  return new ServiceError(0, 'The service took too long to answer. Try again.', { cause });
}

/** A success whose body is not what the contract says: cut off, HTML of a network's own sign-in page, another service. */
export function unreadable(status: number, cause?: unknown): ServiceError {
  const sentence =
    'The answer could not be read. Reload the page; if it stays, tell support what you were doing.';
  return new ServiceError(status, sentence, { cause });
}

/** The JSON value of a text; undefined when it is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const sentences: Readonly<Record<number, string>> = {
  401: 'You are not signed in, or the sign-in has expired. Sign in to go on.',
  403: 'You have no access to this.',
  404: 'There is no such record, or no longer.',
  409: 'Somebody else is changing this at the same moment. Try again.',
  412: 'Somebody else has changed this in the meantime. Reload it to see how it stands now.',
  413: 'This is too large for the service. Send less at a time, or a smaller file.',
  415: 'The service does not take this kind of file.',
};

function sentenceOf(status: number, retryAfter: number | undefined): string {
  if (status === 0) return unreachable().message;
  if (status === 429) {
    const wait = retryAfter === undefined ? 'a minute' : `${retryAfter} seconds`;
    return `That was too much at once. Wait ${wait}, then try again.`;
  }
  if (status >= 500)
    return 'The service has a problem at the moment. Nothing is wrong with what you did: try again in a minute.';
  return (
    sentences[status] ?? `The service rejected this (${status}). Reload the page and try again.`
  );
}

/** Seconds: nobody waits longer without asking anew, and a browser's timers would take a much longer time for none at all. */
const maxWait = 3_600;

/** `Retry-After` in seconds; it may be written as a date. */
function secondsOf(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined;
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : Math.ceil((Date.parse(retryAfter) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.min(maxWait, Math.max(0, seconds));
}
