import { capitalizeName } from '#contract/portal/upstream-name.ts';
import type { Submission } from '#contract/v1/errors.ts';
import { ApiError } from '#server/errors/api-error.ts';
import type { UpstreamClient } from '#server/upstream/client/upstream.client.ts';

import type { SentLeads } from './find-sent-leads.ts';

/** A lead that was sent: its reference and the time it was sent. */
export interface SentLead {
  readonly reference: string;
  readonly sentAt: Date;
}

/** Milliseconds after which a lead that is not listed will no longer appear. */
const maxArrivalMs = 2 * 60_000;

/** Returns whether a lead that is not listed may still appear. */
export function mayStillAppear({ sentAt }: SentLead, now: Date): boolean {
  return now.getTime() - sentAt.getTime() < maxArrivalMs;
}

/**
 * Returns the error with a `submission` member that says that the lead was certainly not submitted.
 */
export function asNotSent(failure: unknown, sent: SentLead): unknown {
  if (!(failure instanceof ApiError)) return failure;
  return Object.assign(failure, { submission: toSubmission('not-sent', sent) });
}

/**
 * Returns the error for a lead that was sent, got no usable response and was not found. Says what
 * to check, and when the lead can be submitted again.
 */
export function outcomeUnknown(
  { config, now }: UpstreamClient,
  sent: SentLead,
  search: SentLeads | undefined,
): ApiError {
  const { reference, sentAt } = sent;
  const time = `${sentAt.toISOString().slice(11, 16)} UTC`;
  const happened = `${capitalizeName(config.name)} gave no usable response when this lead was sent at ${time} with the reference ${reference}.`;
  return new ApiError(
    'lead-outcome-unknown',
    `${happened} ${advice(search, mayStillAppear(sent, now()))}`,
    { submission: toSubmission('unknown', sent) },
  );
}

/**
 * Returns the error for a draft of which other values were sent before, with an unknown outcome.
 */
export function otherValuesSent(upstreamName: string, sent: SentLead): ApiError {
  const message = `This draft was already sent with other values, in another tab or on another computer, with the reference ${sent.reference}. It is not known whether ${upstreamName} has that lead. Check there before you submit it as a new one.`;
  return new ApiError('lead-outcome-unknown', message, {
    submission: toSubmission('unknown', sent),
  });
}

function advice(search: SentLeads | undefined, mayStillCome: boolean): string {
  if (search !== undefined && search.unclear.size > 0)
    return 'The leads with this reference there don’t match the names, company and phone, so it is not known whether this lead was submitted. Check those leads before you submit it as a new one.';
  if (search?.isComplete !== true)
    return 'Its leads cannot all be looked through at the moment, so it is not known whether the lead was submitted. Check again in a few minutes, or ask there for this reference, before you submit it as a new lead.';
  if (mayStillCome)
    return 'It is not among the leads there so far, but may still come. Check again in two minutes: when it is missing then, it can be submitted as a new lead.';
  return 'It is not among the leads there, and would be by now: it can be submitted as a new lead.';
}

function toSubmission(outcome: Submission['outcome'], { reference, sentAt }: SentLead): Submission {
  return { outcome, reference, sentAt: sentAt.toISOString() };
}
