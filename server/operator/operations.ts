import type * as z from 'zod/mini';

import type { Endpoint } from '#contract/endpoint.ts';
import type { OperationName, operator } from '#contract/operator/endpoints.ts';
import { recordAction } from '#server/audit/audit.store.ts';
import type { OperatorCaller } from '#server/auth/caller.ts';
import type { Origin } from '#server/auth/origin.ts';
import type { Database, Db } from '#server/db/connect.ts';
import type { presentLead } from '#server/leads/leads.presenter.ts';

/** The dependencies of the operator’s endpoints. */
export interface OperatorDeps {
  readonly database: Database;
  /** Returns the links of a lead for which the operator has set none. */
  readonly linksOf: (leadId: string) => Parameters<typeof presentLead>[1];
}

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
export interface OperationOutcome<Response> {
  /** The id of the record that was created or changed. */
  readonly id: string;
  readonly etag?: string;
  readonly response: Response;
}

/** Makes a change, with `tx` for all its queries. */
export type Operation<Response> = (
  tx: Db,
  call: OperationCall,
) => Promise<OperationOutcome<Response>>;

/** Makes a change and records it in the audit trail. */
export async function runRecorded<Response>(
  tx: Db,
  call: OperationCall,
  { name, run }: { readonly name: OperationName; readonly run: Operation<Response> },
): Promise<OperationOutcome<Response>> {
  const result = await run(tx, call);
  const subject = { type: 'record', id: result.id };
  const details = { operation: name };
  await recordAction(tx, { ...call.origin, action: 'operator-change', subject, details });
  return result;
}

/** Operations by name, each with the response of its endpoint. */
export type Operations<Name extends OperationName = OperationName> = {
  readonly [N in Name]: Operation<z.input<(typeof operator)[N]['response']>>;
};
