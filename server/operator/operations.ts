import type * as z from 'zod/mini';

import type { Endpoint } from '#contract/endpoint.ts';
import type { operator } from '#contract/operator/endpoints.ts';
import type { OperationName } from '#contract/operator/operations.ts';
import { type Origin, recordAct } from '#server/audit/audit.store.ts';
import type { OperatorCaller } from '#server/auth/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { readTime } from '#server/db/database-clock.ts';
import { fieldError } from '#server/errors/api-error.ts';

/** A change that the operator requests, in a request of its own or in a batch. */
export interface OperationCall {
  readonly caller: OperatorCaller;
  readonly origin: Origin;
  /** The id in the path; empty where the path has none. */
  readonly id: string;
  readonly ifMatch: string | undefined;
  /**
   * Returns the body, parsed.
   * @throws ApiError 400
   */
  readonly bodyOf: <S extends z.ZodMiniType>(
    endpoint: Endpoint & { readonly body: S },
  ) => z.output<S>;
}

/** The result of a change. */
export interface Operated<Response> {
  /** The id of the record that was created or changed. */
  readonly id: string;
  readonly etag?: string;
  readonly response: Response;
}

/** Makes a change, with `tx` for all its queries. */
export type Operation<Response> = (tx: Db, call: OperationCall) => Promise<Operated<Response>>;

/** Makes a change and records it in the audit trail. */
export async function runRecorded<Response>(
  tx: Db,
  call: OperationCall,
  { name, run }: { readonly name: OperationName; readonly run: Operation<Response> },
): Promise<Operated<Response>> {
  const result = await run(tx, call);
  const subject = { type: 'record', id: result.id };
  const details = { operation: name };
  await recordAct(tx, { ...call.origin, act: 'operator-change', subject, details });
  return result;
}

/** Operations by name, each with the response of its endpoint. */
export type Operations<Name extends OperationName = OperationName> = {
  readonly [N in Name]: Operation<z.input<(typeof operator)[N]['response']>>;
};

/**
 * Returns when a call was made; by default, now.
 * @throws ApiError 400 for a time that has not come, and one before the year 1
 */
export async function timeOfCall(tx: Db, at: string | undefined): Promise<Date> {
  const now = await readTime(tx);
  const time = at === undefined ? now : new Date(at);
  if (time.getTime() > now.getTime() + maxClockDifferenceMs)
    throw fieldError('at', 'This is in the future.');
  if (time.getUTCFullYear() < 1) throw fieldError('at', 'Send a year from 1.');
  return time;
}

const maxClockDifferenceMs = 5 * 60_000;
