import { useRef, useState } from 'react';

import type { LeadCreated, LeadCreateFields } from '#contract/v1/leads.ts';
import { useCreateLead } from '#src/api/leads.ts';
import { useSession } from '#src/api/session.ts';
import type { LeadFormValues } from '#src/forms/lead-paths.ts';
import { toRequest } from '#src/forms/lead-values.ts';
import { announce } from '#src/ui/announcer.tsx';

import { OutcomeUnknown, sendUntilAnswered } from './send-until-answered.ts';

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

/** `retrying`: no answer yet, it is sent again; `unknown`: it was sent, and nobody knows what became of it. */
export type SubmissionState = 'idle' | 'retrying' | 'unknown';

/** Half a minute of tries, in milliseconds between them. */
const waits = [1_000, 2_000, 4_000, 8_000, 15_000];

/**
 * Submits leads, each once. While the outcome of one is unknown, what was typed since waits: the next try sends the old content,
 * and only when the service says that it was never created does the new content go.
 */
export function useLeadSubmission(onCreated: (lead: CreatedLead) => void) {
  const { mutateAsync: createLead } = useCreateLead();
  const isSafeToRepeat = useSession().offers.idempotency;
  const [state, setState] = useState<SubmissionState>('idle');
  const unanswered = useRef<Submission>(undefined);
  const stopper = useRef<AbortController>(undefined);

  const send = (submission: Submission) => {
    stopper.current = new AbortController();
    return sendUntilAnswered(() => createLead(submission), {
      waits: isSafeToRepeat ? waits : [],
      signal: stopper.current.signal,
      onRetry: () => {
        setState('retrying');
        announce(stillTrying);
      },
    });
  };

  const submit = async (values: LeadFormValues): Promise<void> => {
    const submission = unanswered.current ?? begin(values);
    try {
      const answer = await send(submission);
      unanswered.current = undefined;
      setState('idle');
      onCreated({ answer, sent: submission.values });
    } catch (error) {
      if (error instanceof OutcomeUnknown) {
        unanswered.current = isSafeToRepeat ? submission : undefined;
        setState('unknown');
        error.message = isSafeToRepeat ? unknownButSafe : unknownAndUnsafe;
        throw error;
      }
      unanswered.current = undefined;
      setState('idle');
      // The old content was refused, so there is no lead: what stands in the form now goes in its place.
      if (JSON.stringify(toRequest(values)) !== JSON.stringify(submission.fields))
        return submit(values);
      throw error;
    }
  };

  return { state, submit, stop: () => stopper.current?.abort() };
}

function begin(values: LeadFormValues): Submission {
  return { idempotencyKey: crypto.randomUUID(), values, fields: toRequest(values) };
}

/** Said while it is sent again. */
export const stillTrying = 'Still trying… Your lead will not be doubled.';

const unknownButSafe =
  'We do not know whether your lead was submitted: the service did not answer. Nothing you typed is lost. Press Try again: your lead will not be doubled.';

const unknownAndUnsafe =
  'We do not know whether your lead was submitted: the service did not answer. Nothing you typed is lost. Look for it in Leads, in another window, before you submit it again.';
