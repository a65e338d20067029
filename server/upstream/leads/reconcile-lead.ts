import { setTimeout as wait } from 'node:timers/promises';

import * as z from 'zod/mini';

import { errorCodeOfStatus, receivedError } from '#contract/v1/errors.ts';
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
import { mayStillAppear, outcomeUnknown, type SentLead } from './lead-outcomes.ts';
import { createdLeadIds, readSentLead, saveOutcome } from './sent-leads.store.ts';

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
    const actor = { accountId: keyed.callerId, via };
    await insertUpstreamChanges(tx, actor, [
      { leadId: created.id, kind: 'created', current: createdValues(fields) },
    ]);
  });
}
