import { sql } from 'kysely';

import { type DuplicateKeyName, duplicateKeys } from '#contract/bulk-upload/duplicate-keys.ts';
import type { ClientFieldName, DuplicateReason } from '#contract/portal/new-lead/new-lead.ts';
import type { ContactCaller } from '#server/auth/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { companyWords } from '#server/db/search-words.ts';

import { indexedLength, isSameList, listStarts, nameKey } from './duplicate-leads.rules.ts';

/** The typed fields of a client so far. */
export type ClientInput = Readonly<Partial<Record<ClientFieldName, string>>>;

/** A lead for the same client. */
export interface ClientLead {
  readonly id: string;
  readonly contact_id: string;
  readonly status: string;
  readonly created_at: Date;
  readonly first_name: string;
  readonly last_name: string;
  readonly company: string;
  /** All that it has in common with the client, in the order of the keys, the name last. */
  readonly reasons: readonly [DuplicateReason, ...DuplicateReason[]];
}

/** A lead, once for each thing that it has in common with the client. */
interface FoundLead extends Omit<ClientLead, 'reasons'> {
  readonly reason: DuplicateReason;
}

const columns = sql`id, contact_id, status, created_at, fields ->> 'firstName' as first_name,
  fields ->> 'lastName' as last_name, fields ->> 'companyName' as company`;

/** The number of leads that are read for each key: some of a phone shared by many. */
const maxLeadsOfKey = sql.lit(20);
/** The reader’s own leads come first, so that colleagues’ leads never push them out. */
const orderOwnFirst = ({ contactId }: Reader) =>
  sql`order by contact_id = ${contactId} desc, created_at desc limit ${maxLeadsOfKey}`;

/** The partner whose leads are searched; the reader’s own come first. */
type Reader = Pick<ContactCaller, 'partnerId' | 'contactId'>;

/**
 * Returns the leads of a partner with a phone, email or business number of the client, or with the
 * client's name and company, each once, the newest first.
 */
export async function findClientLeads(db: Db, reader: Reader, client: ClientInput) {
  const found = [
    ...(await findByKeys(db, reader, client)),
    ...(await findByName(db, reader, client)),
  ];
  const byId = new Map<string, ClientLead>();
  for (const { reason, ...lead } of found) {
    const known = byId.get(lead.id);
    byId.set(lead.id, { ...lead, reasons: known ? [...known.reasons, reason] : [reason] });
  }
  return [...byId.values()].toSorted(
    (one, other) => Number(other.created_at) - Number(one.created_at),
  );
}

async function findByKeys(db: Db, reader: Reader, client: ClientInput): Promise<FoundLead[]> {
  // A reference is the partner's own, and says nothing of the client.
  const readText = (name: DuplicateKeyName) =>
    name === 'partnerLeadReferenceId' ? '' : (client[name] ?? '');
  const keys = duplicateKeys(readText);
  if (keys.length === 0) return [];
  const { rows } = await sql<FoundLead>`
    select ${columns}, split_part(key, ':', 1) as reason
    from unnest(${keys}::text[]) with ordinality as keys (key, place)
      cross join lateral (
        select * from (select * from leads where duplicate_keys @> array[key] offset 0) as matching
        where partner_id = ${reader.partnerId} ${orderOwnFirst(reader)}
      ) as found
    order by place`.execute(db);
  return rows;
}

async function findByName(db: Db, reader: Reader, client: ClientInput): Promise<FoundLead[]> {
  const names = [client.firstName, client.lastName].map((name) => nameKey(name ?? ''));
  const company = companyWords(client.companyName ?? '');
  const [firstWord] = company;
  if (firstWord === undefined || names.includes('')) return [];
  const [firstTyped = firstWord] = nameKey(client.companyName ?? '').split(/\s+/);
  const companyStarts = new Set([firstWord, `the ${firstWord}`, firstTyped]);
  // `offset 0`: for a client with many leads, the planner would rather read all of the partner's.
  const lookUps = listStarts(names, companyStarts).map(
    (start) => sql`(select * from (
      select * from leads
      where partner_id = ${reader.partnerId} and left(search, ${sql.lit(indexedLength)}) like ${start} offset 0
    ) as matching ${orderOwnFirst(reader)})`,
  );
  const { rows } = await sql<FoundLead>`
    select ${columns}, 'client' as reason
    from (${sql.join(lookUps, sql` union all `)}) as found`.execute(db);
  return rows.filter(
    (lead) =>
      isSameList(
        [nameKey(lead.first_name), nameKey(lead.last_name)].toSorted(),
        names.toSorted(),
      ) && isSameList(companyWords(lead.company), company),
  );
}

/**
 * Returns, for each key (`contract/bulk-upload/duplicate-keys.ts`) that a lead of the partner has,
 * the newest such lead. Each key is looked up in the index separately: for all keys in one
 * condition (`&&`), the planner expects many matches and reads every lead. `offset 0` keeps the
 * partner out of the lookup: where the planner expects the partner to have few leads, as after a
 * large upload, it would read all of them for each key.
 */
export async function findKeyMatches(db: Db, partnerId: string, keys: readonly string[]) {
  const { rows } = await sql<{ key: string; leadId: string; client: string }>`
    select distinct on (key) key, id as "leadId",
      concat_ws(', ', concat_ws(' ', fields ->> 'firstName', fields ->> 'lastName'), fields ->> 'companyName') as client
    from unnest(${keys}::text[]) as key
      cross join lateral (select * from leads where duplicate_keys @> array[key] offset 0) as matching
    where partner_id = ${partnerId}
    order by key, created_at desc, id desc`.execute(db);
  return rows;
}
