import * as z from 'zod/mini';

/**
 * Every code of an error, for programs: a code keeps its meaning, while the sentence with it may
 * be reworded.
 */
export const errorCodes = [
  // 400
  'malformed-request',
  'invalid-fields',
  'invalid-cursor',
  'invalid-idempotency-key',
  'unsupported-characters',
  'wrong-password',
  'weak-password',
  'link-expired',
  'wrong-code',
  'invalid-rows',
  'too-many-edits',
  // 401
  'not-signed-in',
  'wrong-credentials',
  'second-step-expired',
  'missing-token',
  'invalid-token',
  // 403
  'no-access',
  'password-confirmation-required',
  'upstream-key-missing',
  'cross-site-request',
  'demo-is-local',
  // 400, 401 and 403: where the key is entered, from a program, from the portal
  'upstream-key-rejected',
  // 404
  'not-found',
  'unknown-address',
  'no-longer-stored',
  // 405, 408
  'method-not-allowed',
  'request-timeout',
  // 409
  'conflict',
  'request-in-progress',
  'already-converted',
  'name-in-use',
  'email-in-use',
  'lead-outcome-unknown',
  'second-factor-conflict',
  'upload-state-conflict',
  'parse-options-conflict',
  'too-many-rows-for-workbook',
  'no-api-key',
  'api-key-unreadable',
  'api-key-in-use',
  'api-key-issuer-conflict',
  'unknown-position',
  'too-many-drafts',
  'too-many-views',
  'draft-submitted',
  'too-late-to-withdraw',
  'bulk-change-state-conflict',
  'too-late-to-undo',
  'request-state-conflict',
  // 412
  'version-conflict',
  // 413
  'request-too-large',
  'file-too-large',
  'too-many-files',
  // 415
  'unsupported-body-type',
  'unsupported-file-type',
  // 422
  'too-many-leads',
  'idempotency-key-reused',
  'upstream-rejects-leads',
  'upstream-unconfirmed-leads',
  // 429
  'too-many-requests',
  'too-many-failed-attempts',
  // 431
  'headers-too-large',
  // 500 and 503
  'internal-error',
  'service-busy',
  'query-too-slow',
  'service-restarting',
  // 507
  'storage-full',
  // 429, 502, 503 and 504
  'upstream-busy',
  'upstream-unreachable',
  'upstream-timeout',
  'upstream-failed',
  // any other 4xx
  'request-rejected',
] as const;
/** One of {@link errorCodes}. */
export type ErrorCode = (typeof errorCodes)[number];

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

const codesOfStatus: Readonly<Record<number, ErrorCode>> = {
  400: 'malformed-request',
  401: 'not-signed-in',
  403: 'no-access',
  404: 'not-found',
  405: 'method-not-allowed',
  408: 'request-timeout',
  409: 'conflict',
  412: 'version-conflict',
  413: 'request-too-large',
  415: 'unsupported-body-type',
  429: 'too-many-requests',
  431: 'headers-too-large',
  502: 'upstream-failed',
  503: 'service-busy',
  504: 'upstream-timeout',
};

/**
 * Returns the code of an error response that has none of ours. A 409 with `Retry-After` says that
 * an earlier request is still running.
 */
export function errorCodeOfStatus(status: number, hasRetryAfter = false): ErrorCode {
  if (status === 409 && hasRetryAfter) return 'request-in-progress';
  return codesOfStatus[status] ?? (status < 500 ? 'request-rejected' : 'internal-error');
}

/**
 * Returns the milliseconds a `Retry-After` header asks to wait (RFC 9110, section 10.2.3): seconds,
 * or an HTTP date, of which a past one is 0. Undefined without a header or if it is malformed,
 * and for a date where the time is not known.
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
