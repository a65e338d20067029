import type { Lead } from '#contract/v1/lead-records.ts';
import type { Db } from '#server/db/connect.ts';
import { newId } from '#server/db/ids.ts';
import { leadSearchText } from '#server/leads/leads.rules.ts';
import type { ContactPerson } from '#server/testing/people.ts';

/**
 * Inserts leads created a minute apart, oldest first, with the last names `No 0`, `No 1` …; `of`
 * returns a lead’s `fields` and columns by index.
 */
export async function insertListedLeads(
  db: Db,
  person: Pick<ContactPerson, 'accountId' | 'partnerId' | 'contactId'>,
  count: number,
  of: (index: number) => object = () => ({}),
): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => {
    const { fields: more, ...columns } = { fields: {}, ...of(index) };
    const fields = {
      firstName: 'Lead',
      lastName: `No ${index}`,
      companyName: 'Co',
      phone: '+6490001234',
      ...more,
    };
    return {
      id: newId(),
      partner_id: person.partnerId,
      contact_id: person.contactId,
      status: 'New',
      sub_status: 'Received',
      created_at: new Date(Date.UTC(2026, 0, 1, 0, index)),
      created_by: person.accountId,
      updated_by: person.accountId,
      fields,
      search: leadSearchText(fields),
      ...columns,
    };
  });
  await db.insertInto('leads').values(rows).execute();
}

/** Returns the last names of the listed leads. */
export function namesIn(response: { json: () => Lead[] }): string[] {
  return response.json().map(({ fields }) => fields.lastName);
}

/** Returns the URLs of a Link header by their relation. */
export function linksIn(response: { headers: Record<string, unknown> }): Record<string, string> {
  const links = String(response.headers['link']).matchAll(/<([^>]+)>; rel="(\w+)"/g);
  return Object.fromEntries([...links].map(([, url = '', rel = '']) => [rel, url]));
}
