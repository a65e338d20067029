import { randomBytes } from 'node:crypto';

import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

import { v1 } from '#contract/v1/endpoints.ts';
import type { LeadCreateResponse } from '#contract/v1/lead-records.ts';
import { leadReference, leadReferenceBytes } from '#contract/v1/leads.ts';
import { type Caller, getSource } from '#server/auth/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { draftSubmitted, findDraftId } from '#server/drafts/drafts.policy.ts';
import { isDraftSubmitted } from '#server/drafts/drafts.store.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { parseBody } from '#server/http/parsing.ts';
import { keyedRequest, otherContent, stillRunning } from '#server/idempotency/idempotency.ts';
import {
  KeyRejectedError,
  toUpstreamError,
  UpstreamError,
} from '#server/upstream/client/upstream-responses.ts';
import { NoResponseError } from '#server/upstream/client/upstream.client.ts';
import { recordAccepted } from '#server/upstream/history/record-accepted.ts';
import { createdValues } from '#server/upstream/history/upstream-changes.rules.ts';

import { createdLead, readCreatedLead } from './created-lead.ts';
import { readReference } from './find-sent-leads.ts';
import {
  asNotSent,
  findOutcome,
  type KeyedLead,
  otherValuesSent,
  reconcileLead,
  saveCreatedLead,
  type SearchTimeouts,
  type Upstream,
} from './reconcile-lead.ts';
import {
  deleteUnsent,
  endSending,
  type LeadToSend,
  lockSubmissionsOfDraft,
  saveOutcome,
  type SentLeadRow,
  writeSentLead,
} from './sent-leads.store.ts';

/** The timeouts of a creation, in milliseconds. */
export interface CreationTimeouts extends SearchTimeouts {
  /**
   * Longer than sending can take (upstream.client.ts): after this time the sending process has
   * died.
   */
  readonly sendingMs: number;
}

/**
 * The browser's timeout is a minute (src/api/client.ts): 50 s for the response, the rest for the
 * reconciliation.
 */
const defaultTimeouts: CreationTimeouts = {
  sendingMs: 75_000,
  waitMs: 10_000,
  pollMs: 250,
  searchDelaysMs: [0, 500, 1_000, 2_000, 3_000],
  searchMs: 8_000,
};

// The upstream service validates a lead; the portal only reads its reference.
const leadFields = z.looseObject({}, { error: () => 'Send the lead’s fields as an object.' });
const body = z.looseObject({ fields: leadFields });

/**
 * Creates a lead at the upstream service. With an `Idempotency-Key` the lead is sent once, even
 * when its response is lost: the newest leads there are then searched for it, now and at each
 * further request with the key. Without a key the lead is forwarded unchanged.
 * @throws ApiError the rejection of the upstream service; 409 when it is unknown whether the lead
 * was created; 422 for a key used with other content; 503 and 429 when the lead was certainly not
 * created
 */
export async function createLead(
  upstream: Upstream,
  { caller, request }: { caller: Caller; request: FastifyRequest },
  timeouts = defaultTimeouts,
): Promise<LeadCreateResponse> {
  const keyed = keyedRequest({ endpoint: v1.createLead, caller, request });
  const { fields } = parseBody({ ...v1.createLead, body }, request);
  if (!keyed) {
    const created = await send(upstream, fields).catch((error: unknown) => {
      throw toUpstreamError(error, 'creation');
    });
    await recordAccepted({ db: upstream.db, log: request.log, caller }, [
      { leadId: created.id, kind: 'created', current: createdValues(fields) },
    ]);
    return created;
  }

  const draftId = findDraftId({ caller, key: keyed.key });
  const toSend = {
    ...keyed,
    reference: readReference(fields) || leadReference(randomBytes(leadReferenceBytes)),
    sendingMs: timeouts.sendingMs,
  };
  const { row, isNew } =
    draftId === undefined
      ? await writeSentLead(upstream.db, toSend)
      : await writeSentDraft(upstream.db, toSend, draftId);
  if (row.content_hash !== keyed.contentHash)
    throw draftId === undefined ? otherContent : otherContentOfDraft(upstream, row);
  const { reference, sent_at: sentAt } = row;
  const lead = {
    keyed,
    reference,
    sentAt,
    fields: { ...fields, partnerLeadReferenceId: reference },
    via: getSource(caller),
  };
  if (!isNew) return findOutcome(upstream, lead, timeouts);
  return sendOnce(upstream, lead, timeouts, request.log);
}

/**
 * Stores the lead of a draft before it is sent. A draft that was rejected is submitted with another
 * key: only one of them is sent at a time, and only one becomes a lead.
 * @throws ApiError 409 when another submission of the draft made a lead, or is still running
 */
async function writeSentDraft(db: Db, lead: LeadToSend, draftId: string) {
  return db.transaction().execute(async (tx) => {
    const others = await lockSubmissionsOfDraft(tx, { ...lead, draftId });
    const written = await writeSentLead(tx, lead);
    if (!written.isNew) return written;
    if (others.hasLead || (await isDraftSubmitted(tx, lead.callerId, draftId)))
      throw draftSubmitted;
    if (others.isSending) throw stillRunning;
    return written;
  });
}

/**
 * Returns the error for a key of a draft that was used with other content, in another tab. Only a
 * rejection of that content leaves the draft free to be submitted with another key.
 */
function otherContentOfDraft({ client }: Upstream, row: SentLeadRow): ApiError {
  if (row.status === 'rejected') return otherContent;
  if (row.status === 'created') return draftSubmitted;
  if (row.isSending) return stillRunning;
  return otherValuesSent(client.config.name, { reference: row.reference, sentAt: row.sent_at });
}

/** Sends a lead that is stored as sent, and saves its outcome. */
async function sendOnce(
  upstream: Upstream,
  lead: KeyedLead,
  timeouts: CreationTimeouts,
  log: FastifyRequest['log'],
): Promise<LeadCreateResponse> {
  const { db } = upstream;
  const { keyed, fields } = lead;
  const created = await send(upstream, fields, keyed.key).catch(async (error: unknown) => {
    const failure = toUpstreamError(error, 'creation');
    if (isNotSent(error)) {
      await deleteUnsent(db, keyed);
      throw asNotSent(failure, lead);
    }
    if (isRejection(error)) {
      const { status, code, message, fields: errors } = error;
      await saveOutcome(db, keyed, 'rejected', { status, code, error: message, fields: errors });
      throw error;
    }
    const kind = failure instanceof UpstreamError ? failure.kind : String(failure);
    log.warn({ kind }, 'a lead was sent to the upstream service without a usable response');
    return reconcileLead(upstream, lead, timeouts).finally(async () => endSending(db, keyed));
  });
  await saveCreatedLead(db, lead, created);
  return created;
}

/** Returns whether the lead was certainly not created, so that it can be sent again. */
function isNotSent(error: unknown): boolean {
  if (error instanceof NoResponseError) return !error.mayHaveArrived;
  return error instanceof KeyRejectedError || (error instanceof ApiError && error.status === 429);
}

/**
 * Returns whether the upstream service rejected the lead. 408 is no rejection: the service timed
 * out before it had the whole request.
 */
function isRejection(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status < 500 && error.status !== 408;
}

/**
 * Sends a lead once, without a retry.
 * @throws NoResponseError, ApiError
 */
async function send({ client, token }: Upstream, fields: KeyedLead['fields'], key?: string) {
  const response = await client.read({
    method: 'POST',
    path: client.config.leadPath,
    token,
    // Ignored by a service that does not support it.
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
    body: JSON.stringify({ fields }),
  });
  return createdLead(readCreatedLead(response, token), readReference(fields));
}
