import { useRef, useState } from 'react';

import type { LeadCreateResponse } from '#contract/v1/lead-records.ts';
import { useCreateLead } from '#src/api/records/lead-changes.ts';
import { sendWithRetry } from '#src/api/send-with-retry.ts';
import type { LeadFormValues } from '#src/forms/lead-values.ts';
import { createStore, useStore } from '#src/lib/store.ts';
import { announce, withdrawAnnouncement } from '#src/ui/elements/announcer.tsx';

import type { DraftSubmission } from './drafts/use-draft.ts';
import {
  describeUnknown,
  isSuperseded,
  type LeadSubmission,
  prepareSubmission,
  readFailure,
  reduceSubmission,
  type SubmissionEvent,
  type SubmissionState,
} from './lead-submission.ts';

/** A created lead: the service's response, and the form values it was created from. */
export interface CreatedLead {
  readonly response: LeadCreateResponse;
  readonly sent: LeadFormValues;
}

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
  const [store] = useState(() => createStore(restore(draft)));
  const state = useStore(store);
  const stopper = useRef<AbortController>(undefined);

  const dispatch = (event: SubmissionEvent) => {
    const next = reduceSubmission(store.get(), event);
    store.set(next);
    if (next.stage === 'retrying') announce(stillTrying);
    if (next.stage === 'idle') withdrawAnnouncement(stillTrying);
  };

  const send = async (submission: LeadSubmission) => {
    stopper.current = new AbortController();
    return sendWithRetry(() => createLead(submission), {
      signal: stopper.current.signal,
      onRetry: () => dispatch({ type: 'retried' }),
    });
  };

  /**
   * Handles the failure of an attempt. Returns whether to send the values now, because the earlier
   * ones became no lead.
   */
  const handleFailure = (error: unknown, values: LeadFormValues): boolean => {
    const failed = store.get();
    const failure = readFailure(error, failed);
    dispatch(failure);
    if (failure.type === 'unknown' || failure.type === 'undecided') throw describeUnknown(error);
    if (failure.type === 'not-sent') draft.cancel();
    else draft.reject();
    if (failure.type === 'key-reused') return true;
    if (failure.type === 'rejected' && isSuperseded(failed, values)) return true;
    throw error;
  };

  /** Sends the values, or again the pending ones. Returns whether the values remain to be sent. */
  const sendNext = async (values: LeadFormValues): Promise<boolean> => {
    const before = store.get();
    const isNew = before.stage === 'idle';
    const submission = isNew ? prepareSubmission(draft.key(), values) : before.submission;
    if (isNew) await draft.begin(values);
    dispatch({ type: 'sent', submission });
    let response: LeadCreateResponse;
    try {
      response = await send(submission);
    } catch (error) {
      return handleFailure(error, values);
    }
    dispatch({ type: 'created' });
    draft.end();
    onCreated({ response, sent: submission.values });
    return false;
  };

  return {
    state,
    submit: async (values: LeadFormValues) => {
      let remains = true;
      while (remains) remains = await sendNext(values);
    },
    /** Stops waiting for a response. */
    stop: () => stopper.current?.abort(),
    /** Gives up the lead with the unknown outcome: the form holds another one. */
    startAnew: () => {
      dispatch({ type: 'abandoned' });
      draft.reject();
    },
  };
}

/** Returns the state in which a draft is opened: values sent before have an unknown outcome. */
function restore({ sent, key }: DraftSubmission): SubmissionState {
  try {
    if (sent) return { stage: 'unknown', submission: prepareSubmission(key(), sent) };
  } catch {
    // The rules have changed and reject the sent values, so they can't be sent again.
  }
  return { stage: 'idle' };
}

/** Shown while the request is retried. */
export const stillTrying = 'Still trying… You won’t get a duplicate lead.';
