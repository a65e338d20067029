import { sql } from 'kysely';

import { listKeys } from '#contract/typed-objects.ts';
import type { Db } from '#server/db/connect.ts';

/** What the paths of the operator name, as SQL with an id and a partner. */
const named = {
  leads: 'leads',
  deals: 'deals',
  requests: 'requests',
  questions: 'questions',
  contacts: 'contacts',
  partners: '(select id, id as partner_id from partners)',
  attachments: '(select id, lead_partner_id as partner_id from attachments)',
};

/** What a path of the operator can name by its id. */
export type NamedKind = keyof typeof named;
export const namedKinds = listKeys(named);

/** Returns whether a partner has a record of this kind and id. */
export async function isOfPartner(
  db: Db,
  partnerId: string,
  kind: NamedKind,
  id: string,
): Promise<boolean> {
  const { rows } = await sql`select from ${sql.raw(named[kind])} as named
    where id = ${id} and partner_id = ${partnerId}`.execute(db);
  return rows.length > 0;
}
