import { useRef, useState } from 'react';

import type { Submission as SentLead } from '#contract/v1/errors.ts';
import type { LeadCreated, LeadCreateFields } from '#contract/v1/leads.ts';
import { useCreateLead } from '#src/api/leads.ts';
import { ServiceError } from '#src/api/service-error.ts';
import type { LeadFormValues } from '#src/forms/lead-paths.ts';
import { toRequest } from '#src/forms/lead-values.ts';
import { randomKey } from '#src/lib/random.ts';
import { announce } from '#src/ui/announcer.tsx';

import { isNotSent, OutcomeUnknown, sendUntilAnswered } from './send-until-answered.ts';

/** A lead on its way: sent with one key and one content however often, so that it is created once. */
interface Submission {
  readonly idempotencyKey: string;
  readonly values: LeadFormValues;
  readonly fields: LeadCreateFields;
}

/** A lead that was created: the service's answer, and what it was created from. */
export interface CreatedLead {
  readonly answer: LeadCreated;
  readonly sent: LeadFormValues;
}

/**
 * `retrying`: no answer yet, it is sent again; `unknown`: it was sent, and no answer came. In front of an existing service the portal
 * can answer that it does not know what became of a lead there: `undecided`, and `looking` while it is asked to look again.
 */
export type SubmissionState =
  | { readonly stage: 'idle' | 'retrying' | 'unknown' }
  | {
      readonly stage: 'undecided' | 'looking';
      readonly lead: SentLead;
      /** What happened and what to do, in the portal’s words. */
      readonly reported: string;
    };

/** Half a minute of tries, in milliseconds between them. */
const retryDelaysMs = [1_000, 2_000, 4_000, 8_000, 15_000];

/**
 * Submits leads, each once. While the outcome of one is not known, what was typed since waits: the next try asks for the old content,
 * and only when the service says that it was never created, or the person that it is a new lead, does the new content go.
 */
export function useLeadSubmission(onCreated: (lead: CreatedLead) => void) {
  const { mutateAsync: createLead } = useCreateLead();
  const [state, setState] = useState<SubmissionState>({ stage: 'idle' });
  const pending = useRef<Submission>(undefined);
  const stopper = useRef<AbortController>(undefined);

  const send = (submission: Submission) => {
    stopper.current = new AbortController();
    return sendUntilAnswered(() => createLead(submission), {
      retryDelaysMs,
      signal: stopper.current.signal,
      onRetry: () => {
        // From now on a try may have arrived.
        pending.current = submission;
        setState({ stage: 'retrying' });
        announce(stillTrying);
      },
    });
  };

  const settle = () => {
    pending.current = undefined;
    setState({ stage: 'idle' });
  };

  const submit = async (values: LeadFormValues): Promise<void> => {
    const submission = pending.current ?? begin(values);
    const isLooking = pending.current !== undefined && state.stage === 'undecided';
    if (isLooking) setState({ ...state, stage: 'looking' });
    try {
      const answer = await send(submission);
      settle();
      onCreated({ answer, sent: submission.values });
    } catch (error) {
      const open = openOutcome(error, pending.current !== undefined);
      if (open) {
        pending.current = submission;
        setState(open);
        throw explained(error);
      }
      settle();
      if (isLooking || isNotSent(error)) throw error;
      // The old content was rejected, so there is no lead: what stands in the form now goes in its place.
      if (JSON.stringify(toRequest(values)) !== JSON.stringify(submission.fields))
        return submit(values);
      throw error;
    }
  };

  return { state, submit, stop: () => stopper.current?.abort(), startAnew: settle };
}

function begin(values: LeadFormValues): Submission {
  return { idempotencyKey: randomKey(), values, fields: toRequest(values) };
}

/** Where the lead stands when nobody knows whether it was created; undefined: it was not. `wasSent`: an earlier try is not answered for. */
function openOutcome(error: unknown, wasSent: boolean): SubmissionState | undefined {
  if (error instanceof OutcomeUnknown) return { stage: 'unknown' };
  if (!(error instanceof ServiceError)) return undefined;
  const { status, submission } = error;
  if (submission?.outcome === 'unknown')
    return { stage: 'undecided', lead: submission, reported: error.message };
  // Who may not ask is not told what became of it.
  return wasSent && (status === 401 || status === 403) ? { stage: 'unknown' } : undefined;
}

/** The error with what it means for the person's work. */
function explained(error: unknown): unknown {
  if (error instanceof OutcomeUnknown) error.message = unanswered;
  if (error instanceof ServiceError && error.submission) error.message = unknown;
  return error;
}

/** Said while it is sent again. */
export const stillTrying = 'Still trying… Your lead will not be doubled.';

const unknown = 'We do not know whether your lead was submitted. Nothing you typed is lost.';

const unanswered = `${unknown} The service did not answer. Press Try again: your lead will not be doubled.`;
