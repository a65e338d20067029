import type { ErrorCode, Submission } from '#contract/v1/errors.ts';

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
    status: number,
    code: ErrorCode,
    sentence: string,
    more: {
      fields?: Record<string, string>;
      headers?: Record<string, string>;
      submission?: Submission;
    } = {},
  ) {
    super(sentence);
    this.status = status;
    this.code = code;
    this.fields = more.fields;
    this.headers = more.headers ?? {};
    this.submission = more.submission;
  }
}

/** Returns the error of a request whose form is wrong: its headers, its JSON or its parts. */
export function malformed(sentence: string): ApiError {
  return new ApiError(400, 'malformed-request', sentence);
}

/** Returns the error of one invalid field. */
export function fieldError(field: string, sentence: string): ApiError {
  return new ApiError(400, 'invalid-fields', `${field}: ${sentence}`, {
    fields: { [field]: sentence },
  });
}

/**
 * Returns what was asked for, such as a draft, if it exists.
 * @throws ApiError 404
 */
export function requireFound<Found>(found: Found | undefined, what: string): Found {
  if (found === undefined) throw new ApiError(404, 'not-found', `This ${what} doesn’t exist.`);
  return found;
}

/**
 * Returns what was asked for, if it exists and the caller has access to it.
 * @throws ApiError 404 or 403
 */
export function requireAccess<Found>(
  found: Found | undefined,
  what: string,
  hasAccess: (found: Found) => boolean,
): Found {
  const existing = requireFound(found, what);
  if (hasAccess(existing)) return existing;
  throw new ApiError(403, 'no-access', `You don’t have access to this ${what}.`);
}
