import type { RowError } from '#contract/bulk-upload/lead-rows.ts';
import { templateColumns } from '#contract/bulk-upload/lead-template.ts';
import { capitalizeName } from '#contract/portal/upstream-name.ts';
import type { LeadLinks } from '#contract/v1/lead-records.ts';
import type { LeadCreateFields } from '#contract/v1/leads.ts';
import { storable } from '#server/bulk-uploads/bulk-uploads.rules.ts';
import { ApiError } from '#server/errors/api-error.ts';
import {
  KeyRejectedError,
  requestedDelayMs,
  toUpstreamError,
  UpstreamError,
} from '#server/upstream/client/upstream-responses.ts';
import {
  type UpstreamClient,
  NoResponseError,
  type UpstreamText,
} from '#server/upstream/client/upstream.client.ts';
import { createdLead, readCreatedLead } from '#server/upstream/leads/created-lead.ts';

/** The result of sending one row to the upstream service. */
export type RowResponse =
  | { readonly is: 'submitted'; readonly leadId: string; readonly links: LeadLinks }
  | { readonly is: 'rejected'; readonly errors: readonly RowError[] }
  /** The row may have arrived. `delayMs`: milliseconds to wait before the next row. */
  | { readonly is: 'lost'; readonly delayMs?: number }
  /**
   * The row has certainly not arrived. `delayMs`: the upstream service asks to wait this many
   * milliseconds. `stopReason`: why no row would arrive.
   */
  | { readonly is: 'not-sent'; readonly delayMs: number }
  | { readonly is: 'not-sent'; readonly stopReason: unknown; readonly needsPerson: boolean };

/** The timeout of one row, in milliseconds. */
export const rowTimeoutMs = 20_000;

/** Sends a row once, without a retry. */
export async function sendRow(
  client: UpstreamClient,
  token: string,
  lead: LeadCreateFields,
): Promise<RowResponse> {
  let response: UpstreamText;
  try {
    response = await client.read({
      method: 'POST',
      path: client.config.leadPath,
      token,
      body: JSON.stringify({ fields: lead }),
      signal: AbortSignal.timeout(rowTimeoutMs),
    });
  } catch (error) {
    if (error instanceof NoResponseError && !error.mayHaveArrived)
      return { is: 'not-sent', stopReason: toUpstreamError(error, 'read'), needsPerson: false };
    return { is: 'lost' };
  }
  return readResponse(response, token, lead);
}

function readResponse(response: UpstreamText, token: string, lead: LeadCreateFields): RowResponse {
  try {
    const reported = readCreatedLead(response, token);
    return {
      is: 'submitted',
      leadId: reported.id,
      links: toSafeLinks(createdLead(reported, '').fields),
    };
  } catch (error) {
    const delayMs = retryDelayMs(response.headers);
    if (error instanceof UpstreamError)
      return { is: 'lost', ...(response.status === 503 && delayMs !== undefined && { delayMs }) };
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 429) return { is: 'not-sent', delayMs: delayMs ?? defaultRetryDelayMs };
    if (error.status === 408) return { is: 'lost' };
    return isAboutRow(error, lead)
      ? { is: 'rejected', errors: toRowErrors(error) }
      : { is: 'not-sent', stopReason: toReason(error, response.upstreamName), needsPerson: true };
  }
}

/** Milliseconds to wait when a busy service does not say how long. */
const defaultRetryDelayMs = 5_000;
/** A busy service is never retried at once. */
const minRetryDelayMs = 1_000;

/** Returns the milliseconds that a busy service asks to wait; undefined when it does not say. */
function retryDelayMs(headers: Headers): number | undefined {
  const delayMs = requestedDelayMs(headers);
  return delayMs === undefined ? undefined : Math.max(delayMs, minRetryDelayMs);
}

/** Statuses that say that no lead can be created at this address, or with this key. */
const statusesForAllRows = [401, 402, 404, 405, 406, 407, 410, 411, 415, 421, 426, 431, 451];

/**
 * Returns whether the error concerns this row only. A 403 does only when the row names its owner.
 */
function isAboutRow(error: ApiError, { brokerId, brokerRepId }: LeadCreateFields): boolean {
  if (error instanceof KeyRejectedError || statusesForAllRows.includes(error.status)) return false;
  return error.status !== 403 || Boolean(brokerId ?? brokerRepId);
}

/**
 * Returns the rejection of all rows, with a status that the browser neither retries nor treats as
 * the end of its own session.
 */
function toReason(error: ApiError, upstreamName: string): ApiError {
  if (error instanceof KeyRejectedError || error.status === 403) return error;
  return new ApiError(
    'upstream-rejects-leads',
    `${capitalizeName(upstreamName)} doesn’t accept leads at the configured address (${error.status}). ${error.message}`,
  );
}

const columns = new Set<string>(templateColumns.map(({ name }) => name));

/**
 * Returns the upstream service's messages for the columns it names; otherwise one error for the
 * whole row.
 */
function toRowErrors({ message, fields = {} }: ApiError): RowError[] {
  const named = Object.entries(fields).filter(([name]) => columns.has(name));
  return named.length > 0
    ? named.map(([column, error]) => ({ column, error: storable(error) }))
    : [{ column: '', error: storable(message) }];
}

/** Returns a lead's links; any that is not an http or https URL becomes empty. */
export function toSafeLinks(fields: LeadLinks): LeadLinks {
  return {
    bankStatementsUpdateLink: webAddress(fields.bankStatementsUpdateLink),
    applicationLink: webAddress(fields.applicationLink),
  };
}

function webAddress(text: string): string {
  const url = URL.parse(text);
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : '';
}
