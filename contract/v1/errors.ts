import * as z from 'zod/mini';

import { listKeys } from '#contract/typed-objects.ts';

/**
 * Every code of an error, for programs, with its HTTP status: a code keeps its meaning, while the
 * sentence with it may be reworded. The first code of a status is the one of a response without a
 * code.
 */
export const errorStatuses = {
  'malformed-request': 400,
  'invalid-fields': 400,
  'invalid-cursor': 400,
  'invalid-idempotency-key': 400,
  'unsupported-characters': 400,
  'wrong-password': 400,
  'weak-password': 400,
  'link-expired': 400,
  'wrong-code': 400,
  'invalid-rows': 400,
  'too-many-edits': 400,
  'not-signed-in': 401,
  'wrong-credentials': 401,
  'second-step-expired': 401,
  'missing-token': 401,
  'invalid-token': 401,
  'no-access': 403,
  'password-confirmation-required': 403,
  'upstream-key-missing': 403,
  'cross-site-request': 403,
  'demo-is-local': 403,
  'upstream-key-rejected': 403,
  'not-found': 404,
  'unknown-address': 404,
  'no-longer-stored': 404,
  'method-not-allowed': 405,
  'request-timeout': 408,
  conflict: 409,
  'request-in-progress': 409,
  'already-converted': 409,
  'name-in-use': 409,
  'email-in-use': 409,
  'email-change-conflict': 409,
  'lead-outcome-unknown': 409,
  'second-factor-conflict': 409,
  'upload-state-conflict': 409,
  'parse-options-conflict': 409,
  'too-many-rows-for-workbook': 409,
  'no-api-key': 409,
  'api-key-unreadable': 409,
  'api-key-in-use': 409,
  'api-key-issuer-conflict': 409,
  'unknown-position': 409,
  'too-many-drafts': 409,
  'too-many-views': 409,
  'draft-submitted': 409,
  'too-late-to-withdraw': 409,
  'bulk-change-state-conflict': 409,
  'too-late-to-undo': 409,
  'request-state-conflict': 409,
  'version-conflict': 412,
  'request-too-large': 413,
  'file-too-large': 413,
  'too-many-files': 413,
  'quota-exceeded': 413,
  'unsupported-body-type': 415,
  'unsupported-file-type': 415,
  'request-rejected': 422,
  'virus-found': 422,
  'idempotency-key-reused': 422,
  'upstream-rejects-leads': 422,
  'upstream-unconfirmed-leads': 422,
  'too-many-requests': 429,
  'too-many-failed-attempts': 429,
  'headers-too-large': 431,
  'internal-error': 500,
  'file-damaged': 500,
  'service-busy': 503,
  'query-too-slow': 503,
  'service-restarting': 503,
  'email-not-sent': 503,
  'provider-unreachable': 503,
  'storage-full': 507,
  'upstream-busy': 429,
  'upstream-unreachable': 503,
  'upstream-timeout': 504,
  'upstream-failed': 502,
} as const;
/** A code of an error. */
export type ErrorCode = keyof typeof errorStatuses;
/** See {@link errorStatuses}. */
export const errorCodes = listKeys(errorStatuses);

/** The codes of errors after which the same request can be sent again, but not at once. */
export const waitCodes: ReadonlySet<string> = new Set<ErrorCode>([
  'too-many-requests',
  'too-many-failed-attempts',
  'upstream-busy',
]);

/** The facts about a lead whose submission to the upstream service failed. */
export const submission = z.object({
  /**
   * `unknown`: the lead was sent, but no response arrived. `not-sent`: the lead certainly did not
   * arrive and can be submitted again.
   */
  outcome: z.enum(['unknown', 'not-sent']),
  /** The lead's `partnerLeadReferenceId`, by which to find the lead. */
  reference: z.string(),
  sentAt: z.string(),
});
/** See {@link submission}. */
export type Submission = z.infer<typeof submission>;

/**
 * The body of every error response: a sentence that a user can act on, and a code for programs.
 * Validation adds one message per invalid field, by path (`businessAddress.city`).
 */
export const errorBody = z.object({
  error: z.string(),
  code: z.enum(errorCodes),
  fields: z.optional(z.record(z.string(), z.string())),
  submission: z.optional(submission),
});
/** See {@link errorBody}. */
export type ErrorBody = z.infer<typeof errorBody>;

/**
 * The body of an error response as received: the specification has no codes, so an existing service
 * sends none, or others. `code` is then undefined; see {@link errorCodeOfStatus}.
 */
export const receivedError = z.extend(errorBody, {
  code: z.pipe(
    z.optional(z.unknown()),
    z.transform((code) => errorCodes.find((known) => known === code)),
  ),
});
/** See {@link receivedError}. */
export type ReceivedError = z.infer<typeof receivedError>;

/**
 * Returns the code of an error response that has none of ours. A 409 with `Retry-After` says that
 * an earlier request is still running.
 */
export function errorCodeOfStatus(status: number, hasRetryAfter = false): ErrorCode {
  if (status === 409 && hasRetryAfter) return 'request-in-progress';
  const code = errorCodes.find((known) => errorStatuses[known] === status);
  return code ?? (status < 500 ? 'request-rejected' : 'internal-error');
}

/**
 * Returns the milliseconds a `Retry-After` header asks to wait (RFC 9110, section 10.2.3): seconds,
 * or an HTTP date, where a past date gives 0. Undefined without a header or if it is malformed,
 * and for a date if `now` is not known.
 */
export function retryAfterMs(header: string | null | undefined, now: number): number | undefined {
  const value = header?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1_000;
  // `Date.parse` alone also accepts "-5" and other values that are no HTTP date.
  if (!httpDate.test(value)) return undefined;
  const delayMs = Date.parse(value) - now;
  return Number.isNaN(delayMs) ? undefined : Math.max(0, delayMs);
}

/** A date as HTTP requires senders to write it: `Wed, 25 Nov 2026 09:00:00 GMT`. */
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
