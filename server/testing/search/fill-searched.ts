import type { Db } from '#server/db/connect.ts';
import { dealSearchText } from '#server/deals/deals.rules.ts';
import { leadSearchText } from '#server/leads/leads.rules.ts';
import { makePartner, makePerson, type Person } from '#server/testing/people.ts';
import { type Random, randomFrom } from '#server/testing/random.ts';

import { partnerNames } from './name-pools.ts';
import { clientsFrom, personName, type SearchedClient } from './searched-clients.ts';

/** A lead with the deal that it became, and whose they are. */
export interface SearchedRecord {
  readonly client: SearchedClient;
  readonly leadId: string;
  readonly deal: { readonly id: string; readonly name: string; readonly sfid: string } | null;
  readonly contactId: string;
  /** The contact’s first and last name. */
  readonly contact: readonly [string, string];
  readonly partnerId: string;
  readonly partner: string;
}

/** What a search is tried on: the records, the oldest first, and somebody of support. */
export interface SearchedData {
  readonly records: readonly SearchedRecord[];
  readonly support: Person;
}

type Owner = Pick<SearchedRecord, 'contactId' | 'contact' | 'partnerId' | 'partner'>;

const batch = 2_000;
/** One lead in so many has become a deal. */
const leadsPerDeal = 5;

/**
 * Fills a migrated database with leads of many partners; one in five became a deal. The same seed
 * makes the same rows, except for the ids of people.
 */
export async function fillSearched(db: Db, seed: number, count: number): Promise<SearchedData> {
  const random = randomFrom(seed + 1);
  const owners = await makeOwners(db, random, Math.ceil(Math.sqrt(count) / 2));
  const next = clientsFrom(seed);
  const records = Array.from({ length: count }, (_, index): SearchedRecord => {
    const client = next();
    return {
      ...random.pick(owners),
      client,
      leadId: random.id(),
      deal: index % leadsPerDeal === 0 ? makeDeal(random, client) : null,
    };
  });
  for (let from = 0; from < count; from += batch) {
    const rows = records.slice(from, from + batch);
    await insertDeals(db, rows);
    await insertLeads(db, rows, from);
  }
  return { records, support: await makePerson(db, 'support') };
}

function makeDeal(random: Random, { companyName, lastName }: SearchedClient) {
  const name = random.chance(0.5) ? companyName : `${lastName} Equipment ${random.int(2021, 2026)}`;
  return { id: random.id(), name, sfid: `006${random.digits(12)}` };
}

/** Makes so many contacts of partners. */
async function makeOwners(db: Db, random: Random, count: number): Promise<Owner[]> {
  const owners: Owner[] = [];
  let partner = { id: '', name: '' };
  for (let index = 0; index < count; index += 1) {
    if (index % 8 === 0) partner = await makePartner(db, partnerName(random, index / 8));
    const { contactId } = await makePerson(db, 'broker', partner.id);
    const contact = personName(random);
    await db
      .updateTable('contacts')
      .set({ first_name: contact[0], last_name: contact[1] })
      .where('id', '=', contactId)
      .execute();
    owners.push({ contactId, contact, partnerId: partner.id, partner: partner.name });
  }
  return owners;
}

/** Returns a name for each partner; the pool’s names, once used up, return with a number. */
function partnerName(random: Random, index: number): string {
  const name = partnerNames[index % partnerNames.length] ?? '';
  const turn = Math.floor(index / partnerNames.length);
  return `${name} ${random.pick(['Finance', 'Lending', 'Brokers'])}${turn === 0 ? '' : ` ${turn + 1}`}`;
}

async function insertDeals(db: Db, records: readonly SearchedRecord[]): Promise<void> {
  const rows = records.flatMap(({ deal, client, contactId, partnerId }) => {
    if (!deal) return [];
    const fields = {
      sfid: deal.sfid,
      customer: { id: `customer-${deal.id}`, name: client.companyName },
      partnerLeadReferenceId: client.partnerLeadReferenceId,
    };
    return {
      id: deal.id,
      name: deal.name,
      partner_id: partnerId,
      contact_id: contactId,
      status: 'Approved',
      sub_status: 'With ISO',
      created_by: 'operator',
      updated_by: 'operator',
      operator_fields: fields,
      search: dealSearchText(deal.name, fields),
    };
  });
  if (rows.length > 0) await db.insertInto('deals').values(rows).execute();
}

async function insertLeads(
  db: Db,
  records: readonly SearchedRecord[],
  from: number,
): Promise<void> {
  const rows = records.map(({ leadId, client, deal, contactId, partnerId }, index) => ({
    id: leadId,
    partner_id: partnerId,
    contact_id: contactId,
    status: 'New',
    sub_status: 'Received',
    created_at: new Date(Date.UTC(2026, 0, 1, 0, from + index)),
    created_by: contactId,
    updated_by: contactId,
    converted_deal_id: deal?.id ?? null,
    fields: { ...client },
    search: leadSearchText({ ...client }),
  }));
  await db.insertInto('leads').values(rows).execute();
}
