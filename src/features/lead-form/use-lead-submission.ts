import { useRef, useState } from 'react';

import type { Submission as SentLead } from '#contract/v1/errors.ts';
import type { LeadCreateResponse } from '#contract/v1/lead-records.ts';
import {
  isLeadReference,
  leadReference,
  leadReferenceBytes,
  type LeadCreateFields,
} from '#contract/v1/leads.ts';
import { useCreateLead } from '#src/api/records/lead-changes.ts';
import { isNotSent, OutcomeUnknownError, sendWithRetry } from '#src/api/retry.ts';
import { hasCode, ServiceError } from '#src/api/service-error.ts';
import { toRequest, type LeadFormValues } from '#src/forms/lead-values.ts';
import { randomBytes } from '#src/lib/random.ts';
import { announce, withdrawAnnouncement } from '#src/ui/elements/announcer.tsx';

import type { DraftSubmission } from './drafts/use-draft.ts';

/**
 * A lead being sent: every attempt has the same idempotency key and content, so the lead is created
 * once.
 */
interface Submission {
  readonly idempotencyKey: string;
  readonly values: LeadFormValues;
  readonly fields: LeadCreateFields;
}

/** A created lead: the service's response, and the form values it was created from. */
export interface CreatedLead {
  readonly response: LeadCreateResponse;
  readonly sent: LeadFormValues;
}

/**
 * The state of a submission. `retrying`: no response yet, and the request is sent again. `unknown`:
 * the request was sent, and no response came. With an upstream service, the portal can respond that
 * a lead's outcome is unknown: `undecided`, or `looking` while the portal reconciles again.
 */
export type SubmissionState =
  | { readonly stage: 'idle' | 'retrying' | 'unknown' }
  | {
      readonly stage: 'undecided' | 'looking';
      readonly lead: SentLead;
      /** The failure and the next step, in the portal's words. */
      readonly reported: string;
    };

interface SubmissionOptions {
  readonly draft: DraftSubmission;
  readonly onCreated: (lead: CreatedLead) => void;
}

/**
 * Submits leads, each once. While the outcome of a lead is unknown, newer input waits: the next
 * attempt sends the old content. The new content is sent only when the service says that the lead
 * was not created, or the user confirms that the input is a new lead.
 */
export function useLeadSubmission({ draft, onCreated }: SubmissionOptions) {
  const { mutateAsync: createLead } = useCreateLead();
  const [restored] = useState(() => restore(draft));
  const [state, setState] = useState<SubmissionState>({ stage: restored ? 'unknown' : 'idle' });
  const pending = useRef(restored);
  const stopper = useRef<AbortController>(undefined);

  const send = (submission: Submission) => {
    stopper.current = new AbortController();
    return sendWithRetry(() => createLead(submission), {
      signal: stopper.current.signal,
      onRetry: () => {
        // From now on an attempt may have arrived.
        pending.current = submission;
        setState({ stage: 'retrying' });
        announce(stillTrying);
      },
    });
  };

  const reset = () => {
    pending.current = undefined;
    withdrawAnnouncement(stillTrying);
    setState({ stage: 'idle' });
  };

  const startAnew = () => {
    reset();
    draft.reject();
  };

  const submit = async (values: LeadFormValues): Promise<void> => {
    const submission = pending.current ?? prepareSubmission(draft.key(), values);
    if (!pending.current) await draft.begin(values);
    const isLooking = pending.current !== undefined && state.stage === 'undecided';
    if (isLooking) setState({ ...state, stage: 'looking' });
    try {
      const response = await send(submission);
      reset();
      draft.end();
      onCreated({ response, sent: submission.values });
    } catch (error) {
      const open = openOutcome(error, pending.current !== undefined);
      // Another tab sent this draft with other content. In front of an existing service, that was
      // rejected: the portal would have said if it had become a lead, or if that were not known.
      // With own records it may be a lead: the draft is then rejected with `draft-submitted`.
      if (hasCode(error, 'idempotency-key-reused')) {
        startAnew();
        return submit(values);
      }
      if (open) {
        pending.current = submission;
        setState(open);
        throw explained(error);
      }
      reset();
      // A key that was not used stays the draft's: another tab may be sending the draft with it.
      if (isNotSent(error) || hasCode(error, ...signedOut)) draft.cancel();
      else draft.reject();
      if (isLooking || isNotSent(error)) throw error;
      // The old content was rejected, so no lead exists: submit what the form holds now.
      if (JSON.stringify(toRequest(values)) !== JSON.stringify(submission.fields))
        return submit(values);
      throw error;
    }
  };

  return { state, submit, stop: () => stopper.current?.abort(), startAnew };
}

function prepareSubmission(idempotencyKey: string, values: LeadFormValues): Submission {
  return { idempotencyKey, values, fields: toRequest(values) };
}

/** Returns the submission whose outcome was not known when the draft was last open. */
function restore({ sent, key }: DraftSubmission): Submission | undefined {
  try {
    return sent && prepareSubmission(key(), sent);
  } catch {
    // The rules have changed and reject the sent values, so they can't be sent again.
    return undefined;
  }
}

/** The request was rejected before its key was looked at. */
const signedOut = ['not-signed-in', 'missing-token', 'invalid-token'] as const;

const unauthorised = [
  ...signedOut,
  'no-access',
  'upstream-key-missing',
  'upstream-key-rejected',
] as const;

/**
 * Returns the state of a lead whose outcome is unknown; undefined if the lead was not created.
 * `wasSent`: whether an earlier attempt is still without a response.
 */
function openOutcome(error: unknown, wasSent: boolean): SubmissionState | undefined {
  if (error instanceof OutcomeUnknownError) return { stage: 'unknown' };
  if (!(error instanceof ServiceError)) return undefined;
  const { submission } = error;
  if (submission?.outcome === 'unknown')
    return { stage: 'undecided', lead: submission, reported: error.message };
  // An unauthorised request does not reveal the outcome of the earlier attempt.
  return wasSent && hasCode(error, ...unauthorised) ? { stage: 'unknown' } : undefined;
}

/**
 * Replaces the error's message with what the error means for the user's input, and returns the
 * error.
 */
function explained(error: unknown): unknown {
  if (error instanceof OutcomeUnknownError) error.message = unanswered;
  if (error instanceof ServiceError && error.submission) error.message = unknown;
  return error;
}

/** Shown while the request is retried. */
export const stillTrying = 'Still trying… You won’t get a duplicate lead.';

const unknown = 'We don’t know whether your lead was submitted. Your work is safe.';

const unanswered = `${unknown} The service didn’t respond. Press Try again: you won’t get a duplicate lead.`;

/**
 * Returns a prefilled lead reference, used if the upstream service is not known to handle repeated
 * requests safely: the reference finds the lead again after a lost response. The reference stays
 * the same while the form is mounted, unless it is renewed. `drafted`: the reference in the draft
 * that is opened.
 */
export function useFilledReference(isNeeded: boolean, drafted = '') {
  const [reference, setReference] = useState(() => {
    if (!isNeeded) return '';
    return isLeadReference(drafted) ? drafted : newReference();
  });
  /** Replaces the reference for another lead, and returns the new one. */
  const renew = () => {
    const next = newReference();
    setReference(next);
    return next;
  };
  return { reference, renew };
}

const newReference = (): string => leadReference(randomBytes(leadReferenceBytes));
