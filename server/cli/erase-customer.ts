import { sql } from 'kysely';

import type { Db } from '#server/db/connect.ts';
import { eraseFieldsInHistory } from '#server/history/changes.store.ts';
import { findRecord } from '#server/records/record.store.ts';
import { eraseRequestTexts } from '#server/requests/request-changes.store.ts';

/** What a deal has of its customer. */
export interface DealHoldings {
  readonly id: string;
  /** The number of fields with a value that say who the customer is. */
  readonly fields: number;
}

/**
 * The fields of a deal besides its name that say who the customer is, or lead to what is stored of
 * them. The others are the operator’s own: amounts, terms, statuses.
 */
const customerFields = [
  'customer',
  'callOnBehalfOf',
  'partnerLeadReferenceId',
  'bankStatementsVendorLink',
  'bankStatementsUpdateLink',
  'applicationLink',
] as const;

/** Returns what erasing the customer of a deal would empty; null if there is no such deal. */
export async function dealHoldings(db: Db, id: string | null): Promise<DealHoldings | null> {
  const deal = id === null ? undefined : await findRecord(db, 'deals', id);
  if (!deal) return null;
  const { name, operator_fields: fields } = deal;
  const values = [name, ...customerFields.map((field) => fields[field])];
  return { id: deal.id, fields: values.filter((value) => (value ?? '') !== '').length };
}

/** Empties what a deal and its history have of the customer; the deal itself remains. */
export async function eraseCustomer(tx: Db, dealId: string): Promise<void> {
  await eraseFieldsInHistory(tx, dealId, ['name', 'request', ...customerFields]);
  await eraseRequestTexts(tx, dealId);
  await tx
    .updateTable('deals')
    .set({
      name: '',
      operator_fields: sql`operator_fields - ${[...customerFields]}::text[]`,
      search: '',
      updated_via: 'command',
      version: sql`version + 1`,
    })
    .where('id', '=', dealId)
    .execute();
}
