import { sql } from 'kysely';

import type { Db } from '#server/db/connect.ts';

import { customerFields } from './identifying-fields.ts';

/** Erases the fields of a lead; its id, owner, status and dates remain. */
export async function eraseLeadFields(tx: Db, id: string): Promise<void> {
  await tx
    .updateTable('leads')
    .set({
      fields: {},
      operator_fields: {},
      search: '',
      updated_via: 'command',
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .execute();
}

/** Erases a deal’s data of the customer. */
export async function eraseDealFields(tx: Db, id: string): Promise<void> {
  await tx
    .updateTable('deals')
    .set({
      name: '',
      operator_fields: sql`operator_fields - ${[...customerFields]}::text[]`,
      search: '',
      updated_via: 'command',
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .execute();
}
