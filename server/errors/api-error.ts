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

/** Returns the error of one invalid field. */
export function fieldError(field: string, sentence: string): ApiError {
  return new ApiError(400, 'invalid-fields', `${field}: ${sentence}`, {
    fields: { [field]: sentence },
  });
}
