import { type ErrorCode, errorStatuses, type Submission } from '#contract/v1/errors.ts';

/**
 * An error that is sent to the caller: a status, a code for programs, and a sentence that a person
 * can act on.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly fields: Readonly<Record<string, string>> | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly submission: Submission | undefined;

  constructor(
    code: ErrorCode,
    sentence: string,
    more: {
      /** Where it is not the one of the code: such as that of another service’s response. */
      status?: number;
      fields?: Readonly<Record<string, string>> | undefined;
      headers?: Record<string, string>;
      /** The seconds to wait before the request is sent again. */
      retryAfter?: number | undefined;
      submission?: Submission | undefined;
    } = {},
  ) {
    super(sentence);
    this.status = more.status ?? errorStatuses[code];
    this.code = code;
    this.fields = more.fields;
    this.headers = {
      ...(more.retryAfter !== undefined && { 'retry-after': String(more.retryAfter) }),
      ...more.headers,
    };
    this.submission = more.submission;
  }
}

/** Returns the error of a request whose form is wrong: its headers, its JSON or its parts. */
export const malformed = (sentence: string) => new ApiError('malformed-request', sentence);

/** Returns the error of one invalid field. */
export function fieldError(field: string, sentence: string): ApiError {
  return new ApiError('invalid-fields', `${field}: ${sentence}`, { fields: { [field]: sentence } });
}

/** Returns the error of parts of an upload, if any: a sentence for each, by the part's name. */
export function partErrors(code: ErrorCode, errors: ReadonlyMap<string, string>) {
  const [first, ...more] = errors;
  if (first === undefined) return undefined;
  const sentence =
    more.length === 0
      ? first.join(': ')
      : `${errors.size} parts need attention: ${[...errors.keys()].join(', ')}.`;
  return new ApiError(code, sentence, { fields: Object.fromEntries(errors) });
}

/**
 * Returns the requested item, such as a draft, if it exists.
 * @throws ApiError 404
 */
export function requireFound<Found>(found: Found | undefined, what: string): Found {
  if (found === undefined) throw new ApiError('not-found', `This ${what} doesn’t exist.`);
  return found;
}

/**
 * Returns the requested item, if it exists and the caller has access to it.
 * @throws ApiError 404 or 403
 */
export function requireAccess<Found>(
  found: Found | undefined,
  what: string,
  hasAccess: (found: Found) => boolean,
): Found {
  const existing = requireFound(found, what);
  if (hasAccess(existing)) return existing;
  throw new ApiError('no-access', `You don’t have access to this ${what}.`);
}
