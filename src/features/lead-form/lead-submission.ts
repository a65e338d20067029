import type { Submission as SentLead } from '#contract/v1/errors.ts';
import type { LeadCreateFields } from '#contract/v1/leads.ts';
import { isNotSent, OutcomeUnknownError } from '#src/api/send-with-retry.ts';
import { hasCode, ServiceError } from '#src/api/service-error.ts';
import { type LeadFormValues, toRequest } from '#src/forms/lead-values.ts';

/**
 * A lead as it is sent: every attempt has the same idempotency key and content, so the lead is
 * created once.
 */
export interface LeadSubmission {
  readonly idempotencyKey: string;
  readonly values: LeadFormValues;
  readonly fields: LeadCreateFields;
}

/** Returns the submission of form values under a key. */
export function prepareSubmission(idempotencyKey: string, values: LeadFormValues): LeadSubmission {
  return { idempotencyKey, values, fields: toRequest(values) };
}

/**
 * The state of a submission:
 * - `idle`: nothing was sent, or its outcome is known.
 * - `sending`: sent for the first time.
 * - `retrying`: no response yet, and the request is sent again. `wasUndecided`: that began as
 *   `looking`.
 * - `unknown`: sent, and no response came.
 * - `undecided`: in front of an existing service, the portal responded that it doesn't know the
 *   outcome. `reported`: the failure and the next step, in the portal's words.
 * - `looking`: sent again after that, and the portal reconciles.
 */
export type SubmissionState =
  | { readonly stage: 'idle' }
  | { readonly stage: 'sending' | 'unknown'; readonly submission: LeadSubmission }
  | {
      readonly stage: 'retrying';
      readonly submission: LeadSubmission;
      readonly wasUndecided: boolean;
    }
  | {
      readonly stage: 'undecided' | 'looking';
      readonly submission: LeadSubmission;
      readonly lead: SentLead;
      readonly reported: string;
    };

/**
 * What a failed attempt says about the lead. `unknown`, `undecided`: nothing. `key-reused`: another
 * tab sent other content with the key. `not-sent`: the key was not used. `rejected`: the lead was
 * not created.
 */
export type AttemptFailure =
  | { readonly type: 'unknown' | 'key-reused' | 'not-sent' | 'rejected' }
  | { readonly type: 'undecided'; readonly lead: SentLead; readonly reported: string };

/** `abandoned`: the user confirmed that the form holds another lead. */
export type SubmissionEvent =
  | { readonly type: 'sent'; readonly submission: LeadSubmission }
  | { readonly type: 'retried' | 'created' | 'abandoned' }
  | AttemptFailure;

/** Returns the state of a submission after an event. */
export function reduceSubmission(state: SubmissionState, event: SubmissionEvent): SubmissionState {
  if (event.type === 'sent') return reduceSent(state, event.submission);
  if (state.stage === 'idle') return state;
  const { submission } = state;
  switch (event.type) {
    case 'retried':
      return { stage: 'retrying', submission, wasUndecided: isReconciled(state) };
    case 'unknown':
      return { stage: 'unknown', submission };
    case 'undecided': {
      const { lead, reported } = event;
      return { stage: 'undecided', submission, lead, reported };
    }
    // The outcome is known, or no longer matters.
    default:
      return { stage: 'idle' };
  }
}

/** An unknown outcome stays so until there is a response. */
function reduceSent(state: SubmissionState, submission: LeadSubmission): SubmissionState {
  if (state.stage === 'idle') return { stage: 'sending', submission };
  return state.stage === 'undecided' ? { ...state, stage: 'looking' } : state;
}

/** Whether an attempt finds out what became of an undecided lead. */
function isReconciled(state: SubmissionState): boolean {
  return state.stage === 'looking' || (state.stage === 'retrying' && state.wasUndecided);
}

/**
 * Returns whether the outcome of the sent lead is open: newer input waits, and leaving the page
 * would lose the response.
 */
export function isOutcomeOpen({ stage }: SubmissionState): boolean {
  return stage !== 'idle' && stage !== 'sending';
}

/**
 * Returns whether the form has other content than the rejected lead, to be submitted next. After an
 * undecided lead the user decides.
 */
export function isSuperseded(state: SubmissionState, values: LeadFormValues): boolean {
  if (state.stage === 'idle' || isReconciled(state)) return false;
  return JSON.stringify(toRequest(values)) !== JSON.stringify(state.submission.fields);
}

/** The request was rejected before its key was looked at. */
const signedOut = ['not-signed-in', 'missing-token', 'invalid-token'] as const;

const unauthorised = [
  ...signedOut,
  'no-access',
  'upstream-key-missing',
  'upstream-key-rejected',
] as const;

/** Returns what the error of an attempt says about the lead that was being sent. */
export function readFailure(error: unknown, state: SubmissionState): AttemptFailure {
  // Another tab sent this draft with other content. In front of an existing service, that was
  // rejected: the portal would have said if it had become a lead, or if that were not known. With
  // own records it may be a lead: the draft is then rejected with `draft-submitted`.
  if (hasCode(error, 'idempotency-key-reused')) return { type: 'key-reused' };
  if (error instanceof OutcomeUnknownError) return { type: 'unknown' };
  if (!(error instanceof ServiceError)) return { type: 'rejected' };
  const { submission, message } = error;
  if (submission?.outcome === 'unknown')
    return { type: 'undecided', lead: submission, reported: message };
  // An unauthorised request does not reveal the outcome of the earlier attempt.
  if (isOutcomeOpen(state) && hasCode(error, ...unauthorised)) return { type: 'unknown' };
  // A key that was not used stays the draft's: another tab may be sending the draft with it.
  const isUnused = isNotSent(error) || hasCode(error, ...signedOut);
  return { type: isUnused ? 'not-sent' : 'rejected' };
}

const unknown = 'We don’t know whether your lead was submitted. Your work is safe.';

const unanswered = `${unknown} The service didn’t respond. Press Try again: you won’t get a duplicate lead.`;

/** Returns an error that leaves the outcome unknown, with its meaning for the user’s input. */
export function describeUnknown(error: unknown): unknown {
  if (error instanceof OutcomeUnknownError) return withSentence(error, unanswered);
  if (error instanceof ServiceError && error.submission) return withSentence(error, unknown);
  return error;
}

function withSentence(error: ServiceError, sentence: string): ServiceError {
  const { status, code, fields, requestId, retryAfterMs, submission } = error;
  return new ServiceError(status, code, sentence, {
    fields,
    requestId,
    retryAfterMs,
    submission,
    cause: error,
  });
}
