import type { Db } from '#server/db/connect.ts';
import { newId } from '#server/db/ids.ts';
import type { Owned } from '#server/records/records.policy.ts';
import { updateByOperator } from '#server/records/records.store.ts';

import { dealSearchText } from './deals.rules.ts';

/** The columns of a deal that the operator’s side sets. */
export interface DealState extends Owned {
  readonly name: string;
  /** With two decimals. */
  readonly amount: string | null;
  readonly status: string;
  readonly sub_status: string;
  readonly operator_fields: Readonly<Record<string, unknown>>;
}

/** Stores a new deal, created by a key of the operator, by default now. Returns its id. */
export async function insertDeal(
  db: Db,
  deal: DealState,
  keyId: string,
  at?: Date,
): Promise<string> {
  const id = newId();
  await db
    .insertInto('deals')
    .values({
      ...deal,
      id,
      created_at: at,
      updated_at: at,
      created_by: keyId,
      created_via: 'operator',
      updated_by: keyId,
      updated_via: 'operator',
      search: dealSearchText(deal.name, deal.operator_fields),
    })
    .execute();
  return id;
}

/** Stores a deal’s state after a change by a key of the operator. */
export async function updateDealState(db: Db, id: string, deal: DealState, keyId: string) {
  const search = dealSearchText(deal.name, deal.operator_fields);
  await updateByOperator(db, 'deals', { id, keyId }, { ...deal, search });
}
