import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

import { leadReference, leadReferenceBytes } from '#contract/lead-reference.ts';
import { v1 } from '#contract/v1/endpoints.ts';
import { errorBody } from '#contract/v1/errors.ts';
import { type LeadCreated, leadCreated } from '#contract/v1/leads.ts';
import type { Db } from '#server/db/connect.ts';
import type { KeyedRequest } from '#server/idempotency/idempotency.store.ts';
import type { Caller } from '#server/plugins/caller.ts';
import { ApiError } from '#server/plugins/errors.ts';
import { keyedRequest, otherContent, stillRunning } from '#server/plugins/idempotency.ts';
import { parseBody } from '#server/plugins/parsing.ts';

import { createdLead, readCreatedLead } from './created-lead.ts';
import { findSentLeads, type SentLeads } from './find-sent-leads.ts';
import { lateAfter, notSent, outcomeUnknown, type SentLead } from './lead-outcomes.ts';
import {
  createdLeadIds,
  endSending,
  keepOutcome,
  readSentLead,
  takeBack,
  writeSentLead,
} from './sent-leads.store.ts';
import { KeyRefusedError, troubleOf } from './upstream-answers.ts';
import { type UpstreamClient, UpstreamFailure } from './upstream.client.ts';

/** The service behind the portal, by whose key, and where it is noted what was sent there. */
interface Upstream {
  readonly db: Db;
  readonly client: UpstreamClient;
  readonly token: string;
}

/** A lead under its Idempotency-Key. */
interface KeyedLead extends SentLead {
  readonly keyed: KeyedRequest;
  readonly fields: LeadGiven;
}

// The service judges a lead; here only its reference is looked at.
const leadGiven = z.looseObject({}, { error: () => 'Send the lead’s fields as an object.' });
type LeadGiven = z.infer<typeof leadGiven>;
const body = z.looseObject({ fields: leadGiven });
const refusalKept = z.extend(errorBody, { status: z.number() });

/** Milliseconds. A person waits at most a minute (src/api/client.ts): most of it for the first answer, the rest for looking. */
const patience = {
  /** Longer than a sending can take (upstream.client.ts). */
  sending: 75_000,
  /** How long a second request with the same key waits for the first, and how often it asks. */
  busy: 10_000,
  poll: 250,
  /** Before each look for a lead: right after a lost answer it may not be listed yet. */
  pauses: [0, 500, 1_000, 2_000, 3_000],
  looking: 8_000,
};
export type CreationPatience = typeof patience;

/**
 * Creates a lead at the service behind the portal. With an `Idempotency-Key` it is sent once, whatever becomes of the answer: where
 * that was lost, the newest leads there are searched for it, now and at each further request with the key. Without a key it is passed
 * on as it is.
 * @throws ApiError the service's refusal; 409 when nobody knows whether the lead was created; 422 for a key used with other content;
 * 503 and 429 when it was certainly not
 */
export async function createLead(
  upstream: Upstream,
  { caller, request }: { caller: Caller; request: FastifyRequest },
  limits: CreationPatience = patience,
): Promise<LeadCreated> {
  const keyed = keyedRequest({ endpoint: v1.createLead, caller, request });
  const { fields: given } = parseBody({ ...v1.createLead, body }, request);
  if (!keyed)
    return send(upstream, given).catch((error: unknown) => {
      throw troubleOf(error, 'creation');
    });

  const { row, isNew } = await writeSentLead(upstream.db, {
    ...keyed,
    reference: referenceIn(given) || leadReference(randomBytes(leadReferenceBytes)),
    longest: limits.sending,
  });
  if (row.content_hash !== keyed.contentHash) throw otherContent;
  const { reference, sent_at: sentAt } = row;
  const lead = {
    keyed,
    reference,
    sentAt,
    fields: { ...given, partnerLeadReferenceId: reference },
  };
  return isNew ? sendOnce(upstream, lead, limits) : resume(upstream, lead, limits);
}

function referenceIn(given: LeadGiven): string {
  const reference = given['partnerLeadReferenceId'];
  return typeof reference === 'string' ? reference.trim() : '';
}

/** Sends a lead that is written down, and keeps what became of it. */
async function sendOnce(
  upstream: Upstream,
  lead: KeyedLead,
  limits: CreationPatience,
): Promise<LeadCreated> {
  const { db } = upstream;
  const { keyed, fields } = lead;
  const created = await send(upstream, fields, keyed.key).catch(async (error: unknown) => {
    if (isNotSent(error)) {
      await takeBack(db, keyed);
      throw notSent(troubleOf(error, 'creation'), lead);
    }
    if (isRefusal(error)) {
      const { status, message, fields: faults } = error;
      await keepOutcome(db, keyed, 'refused', { status, error: message, fields: faults });
      throw error;
    }
    return look(upstream, lead, limits).finally(async () => endSending(db, keyed));
  });
  await keepOutcome(db, keyed, 'created', created);
  return created;
}

/** Whether it certainly never came to anything, so that it can be sent again. */
function isNotSent(error: unknown): boolean {
  if (error instanceof UpstreamFailure) return !error.mayHaveArrived;
  return error instanceof KeyRefusedError || (error instanceof ApiError && error.status === 429);
}

/** Whether the service decided against it. 408: it does not know what it was asked. */
function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status < 500 && error.status !== 408;
}

/** A request with a key that was sent before: gets what became of that one, and is not sent. */
async function resume(
  upstream: Upstream,
  lead: KeyedLead,
  limits: CreationPatience,
): Promise<LeadCreated> {
  const row = await settled(upstream.db, lead.keyed, limits);
  if (!row) throw stillRunning;
  if (row.status === 'created') return leadCreated.parse(row.answer);
  if (row.status === 'refused') throw keptRefusal(row.answer);
  // Whoever sends it still waits, or has died: a look can tell that it arrived, not that it did not.
  const created = row.isSending
    ? await look(upstream, lead, { ...limits, pauses: [0] }).catch(() => undefined)
    : await look(upstream, lead, limits);
  if (!created) throw stillRunning;
  await keepOutcome(upstream.db, lead.keyed, 'created', created);
  return created;
}

/** A refusal as it was given. */
function keptRefusal(answer: unknown): ApiError {
  const { status, error, fields } = refusalKept.parse(answer);
  return new ApiError(status, error, fields && { fields });
}

/** The lead as it stands once nobody waits for its answer, or after the longest wait; undefined when it was taken back. */
async function settled(db: Db, keyed: KeyedRequest, { busy, poll }: CreationPatience) {
  const end = Date.now() + busy;
  for (;;) {
    const row = await readSentLead(db, keyed);
    if (!row?.isSending || Date.now() >= end) return row;
    await wait(poll);
  }
}

/** Looks for a lead whose answer was lost. @throws ApiError 409 when that does not decide it */
async function look(
  { db, client, token }: Upstream,
  { keyed, fields, ...sent }: KeyedLead,
  { pauses, looking }: CreationPatience,
): Promise<LeadCreated> {
  const wanted = [{ ...fields, reference: sent.reference }];
  const except = await createdLeadIds(db, keyed.accountId);
  const signal = AbortSignal.timeout(looking);
  let seen: SentLeads | undefined;
  for (const pause of pauses) {
    await wait(pause);
    if (signal.aborted) break;
    seen = await findSentLeads(client, token, wanted, sent.sentAt, { except, signal });
    const listed = seen.found.get(sent.reference);
    if (listed) return createdLead(listed, sent.reference);
    if (seen.unclear.size > 0 || (seen.isComplete && isLate(sent))) break;
  }
  throw outcomeUnknown(sent, seen);
}

function isLate({ sentAt }: SentLead): boolean {
  return Date.now() - sentAt.getTime() > lateAfter;
}

/** One try. @throws UpstreamFailure, ApiError */
async function send(
  { client, token }: Upstream,
  fields: LeadGiven,
  key?: string,
): Promise<LeadCreated> {
  const answer = await client.read({
    method: 'POST',
    path: client.config.leadPath,
    token,
    // Ignored by a service that does not know it.
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
    body: JSON.stringify({ fields }),
  });
  return createdLead(readCreatedLead(answer, token), referenceIn(fields));
}
