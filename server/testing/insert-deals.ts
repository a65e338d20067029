import type { Insertable } from 'kysely';

import type { Db } from '#server/db/connect.ts';
import { newId } from '#server/db/ids.ts';
import type { Tables } from '#server/db/schema.ts';
import { dealSearchText } from '#server/deals/deals.rules.ts';

import type { Person } from './people.ts';

/**
 * Inserts deals of a contact, each with these columns; the API cannot create deals. Returns their
 * ids.
 */
export async function insertDeals(
  db: Db,
  { partnerId, contactId }: Pick<Person, 'partnerId' | 'contactId'>,
  ...deals: readonly Partial<Insertable<Tables['deals']>>[]
): Promise<string[]> {
  const rows = deals.map((deal) => {
    const { name = 'Kauri Joinery', operator_fields: fields = {} } = deal;
    return {
      id: newId(),
      partner_id: partnerId ?? '',
      contact_id: contactId ?? '',
      name,
      status: 'Approved',
      sub_status: 'Offer Made',
      created_by: 'operator',
      updated_by: 'operator',
      search: dealSearchText(name, fields),
      ...deal,
    };
  });
  await db.insertInto('deals').values(rows).execute();
  return rows.map(({ id }) => id);
}
