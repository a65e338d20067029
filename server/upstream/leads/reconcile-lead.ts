import { setTimeout as wait } from 'node:timers/promises';

import * as z from 'zod/mini';

import { capitalizeName } from '#contract/portal/upstream-name.ts';
import { errorCodeOfStatus, receivedError, type Submission } from '#contract/v1/errors.ts';
import { type LeadCreateResponse, leadCreateResponse } from '#contract/v1/lead-records.ts';
import type { Db } from '#server/db/connect.ts';
import { ApiError } from '#server/errors/api-error.ts';
import type { KeyedRequest } from '#server/idempotency/idempotency.store.ts';
import { stillRunning } from '#server/idempotency/idempotency.ts';
import type { UpstreamClient } from '#server/upstream/client/upstream.client.ts';
import { createdValues } from '#server/upstream/history/upstream-changes.rules.ts';
import {
  insertUpstreamChanges,
  type UpstreamActor,
} from '#server/upstream/history/upstream-changes.store.ts';

import { createdLead } from './created-lead.ts';
import { findSentLeads, type SentLeads } from './find-sent-leads.ts';
import { createdLeadIds, readSentLead, saveOutcome } from './sent-leads.store.ts';

/** A lead that was sent: its reference and the time it was sent. */
interface SentLead {
  readonly reference: string;
  readonly sentAt: Date;
}

/** Milliseconds after which a lead that is not listed will no longer appear. */
const maxArrivalMs = 2 * 60_000;

/** Returns whether a lead that is not listed may still appear. */
function mayStillAppear({ sentAt }: SentLead, now: Date): boolean {
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
function outcomeUnknown(
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

/** Returns the error for a draft that was sent before with other values and an unknown outcome. */
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

/** The upstream service with the key to use, and the database that records what was sent there. */
export interface Upstream {
  readonly db: Db;
  readonly client: UpstreamClient;
  readonly token: string;
}

/** A lead with its Idempotency-Key and the fields that were submitted. */
export interface KeyedLead extends SentLead {
  readonly keyed: KeyedRequest;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly via: UpstreamActor['via'];
}

/** The timeouts of a reconciliation, in milliseconds. */
export interface SearchTimeouts {
  /** How long a second request with the same key waits for the first, and its polling interval. */
  readonly waitMs: number;
  readonly pollMs: number;
  /** The delay before each search: right after a lost response the lead may not be listed yet. */
  readonly searchDelaysMs: readonly number[];
  /** The limit for all searches together. */
  readonly searchMs: number;
}

/**
 * Returns the outcome of a lead that was sent before with the same key; the lead is not sent again.
 * @throws ApiError the rejection the lead got; 409 while the first request still runs, or when the
 * outcome is unknown
 */
export async function findOutcome(
  upstream: Upstream,
  lead: KeyedLead,
  timeouts: SearchTimeouts,
): Promise<LeadCreateResponse> {
  const row = await waitUntilSent(upstream.db, lead.keyed, timeouts);
  if (!row) throw stillRunning;
  if (row.status === 'created') return leadCreateResponse.parse(row.response);
  if (row.status === 'rejected') throw storedRejection(row.response);
  if (!row.isSending) return reconcileLead(upstream, lead, timeouts);
  // The sending process still waits, or has died. A search can prove that the lead arrived, but not
  // that it did not.
  return reconcileLead(upstream, lead, { ...timeouts, searchDelaysMs: [0] }).catch(
    (error: unknown) => {
      throw error instanceof ApiError ? stillRunning : error;
    },
  );
}

/**
 * Returns the lead once no request waits for its response, or after `waitMs` milliseconds;
 * undefined when its row was deleted.
 */
async function waitUntilSent(db: Db, keyed: KeyedRequest, { waitMs, pollMs }: SearchTimeouts) {
  const end = performance.now() + waitMs;
  for (;;) {
    const row = await readSentLead(db, keyed);
    if (!row?.isSending || performance.now() >= end) return row;
    await wait(pollMs);
  }
}

const storedError = z.extend(receivedError, { status: z.number() });

/** Returns a stored rejection. */
function storedRejection(response: unknown): ApiError {
  const { status, error, code = errorCodeOfStatus(status), fields } = storedError.parse(response);
  return new ApiError(code, error, { status, fields });
}

/**
 * Searches for a lead whose response was lost, and saves it when found.
 * @throws ApiError 409 when the outcome stays unknown
 */
export async function reconcileLead(
  { db, client, token }: Upstream,
  lead: KeyedLead,
  { searchDelaysMs, searchMs }: SearchTimeouts,
): Promise<LeadCreateResponse> {
  const { keyed, fields, reference, sentAt } = lead;
  const sent = { reference, sentAt };
  const targets = [{ ...fields, reference: sent.reference }];
  const except = new Set(await createdLeadIds(db, keyed.callerId, [sent.reference]));
  const signal = AbortSignal.timeout(searchMs);
  let search: SentLeads | undefined;
  for (const delayMs of searchDelaysMs) {
    await wait(delayMs);
    if (signal.aborted) break;
    search = await findSentLeads(client, token, targets, sent.sentAt, { except, signal });
    const listed = search.found.get(sent.reference);
    if (listed) {
      const created = createdLead(listed, sent.reference);
      await saveCreatedLead(db, lead, created);
      return created;
    }
    if (search.unclear.size > 0 || (search.isComplete && !mayStillAppear(sent, client.now())))
      break;
  }
  throw outcomeUnknown(client, sent, search);
}

/**
 * Saves that a lead was created, and records it as done through the portal, unless its outcome is
 * already stored.
 */
export async function saveCreatedLead(
  db: Db,
  { keyed, fields, via }: KeyedLead,
  created: LeadCreateResponse,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await saveOutcome(tx, keyed, 'created', created))) return;
    const actor = { accountId: keyed.callerId, partnerId: keyed.partnerId, via };
    await insertUpstreamChanges(tx, actor, [
      { leadId: created.id, kind: 'created', current: createdValues(fields) },
    ]);
  });
}
