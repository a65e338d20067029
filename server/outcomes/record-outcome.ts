import type * as z from 'zod/mini';

import type { outcomeEndpoints } from '#contract/portal/outcomes.ts';
import { type ContactCaller, getSource } from '#server/auth/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { fieldError } from '#server/errors/api-error.ts';
import { deleteFollowUp, saveFollowUp } from '#server/follow-ups/follow-ups.store.ts';
import { findVisible } from '#server/records/find-visible.ts';
import { lockRecord, type RecordTable } from '#server/records/records.store.ts';

import { insertOutcome, saveHandBack } from './outcomes.store.ts';

/** Who recorded what of which record. */
interface OutcomeCall {
  readonly caller: ContactCaller;
  readonly table: RecordTable;
  readonly id: string;
  readonly body: z.output<(typeof outcomeEndpoints)['recordLeadOutcome']['body']>;
}

/**
 * Records what became of a call, in a transaction: in the history, with the day on which to try
 * again, or as handed back to the operator. Returns the follow-up day.
 * @throws ApiError 400, 403 or 404
 */
export async function recordOutcome(
  tx: Db,
  { caller, table, id, body }: OutcomeCall,
): Promise<{ day: string | null }> {
  const { outcome, followUp: day } = body;
  const note = body.note ?? '';
  const { accountId } = caller;
  await findVisible(tx, caller, table, id);
  if (outcome === 'no-answer' && day === undefined)
    throw fieldError('followUp', 'Choose the day on which to try again.');
  await lockRecord(tx, table, id);
  // The owner once the record is locked.
  const record = await findVisible(tx, caller, table, id);
  await insertOutcome(tx, table, record, { outcome, note, accountId, via: getSource(caller) });
  if (day === undefined) await deleteFollowUp(tx, record, accountId);
  else await saveFollowUp(tx, record, { accountId, day });
  if (outcome === 'handed-back') await saveHandBack(tx, record, accountId);
  return { day: day ?? null };
}
