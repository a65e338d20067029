import type { Pool } from 'pg';

import { leadStatuses } from '#contract/v1/lead-statuses.ts';
import { dealSubStatuses } from '#contract/v1/values.ts';
import { createOperatorKey } from '#server/auth/keys.store.ts';
import { databaseOn, type Db, openPool } from '#server/db/connect.ts';
import { addTotalChanges } from '#server/records/list/total-changes.store.ts';

import { type ContactPerson, makePartner, makePerson, type Person } from './people.ts';

/**
 * Fills the migrated database at `url` with leads of one partner, a minute apart, the last one now.
 * Returns a partner admin of that partner.
 */
export async function fillWithLeads(url: string, count: number): Promise<Person> {
  const database = databaseOn(openPool({ connectionString: url }));
  const person = await makePerson(database.db, 'partner-admin');
  const { partnerId, contactId, accountId } = person;
  await database.pool.query(insertLeads, [partnerId, contactId, accountId, count]);
  await database.pool.query('vacuum analyze leads');
  await database.close();
  return person;
}

/**
 * Fills the database at `url` with deals of the person's partner, a minute apart, in every status;
 * one in fifty was moved by the operator. Returns a member of support.
 */
export async function fillWithDeals(url: string, person: Person, count: number): Promise<Person> {
  const database = databaseOn(openPool({ connectionString: url }));
  const support = await makePerson(database.db, 'support');
  const pairs = Object.entries(dealSubStatuses).flatMap(([status, names]) =>
    names.map((name) => [status, name] as const),
  );
  const [statuses, names] = [pairs.map(([status]) => status), pairs.map(([, name]) => name)];
  const { partnerId, contactId } = person;
  await database.pool.query(insertDeals, [partnerId, contactId, statuses, names, count]);
  await database.pool.query(moveDeals);
  await database.pool.query('vacuum analyze deals');
  await database.pool.query('vacuum analyze leads');
  await database.pool.query('vacuum analyze changes');
  await database.close();
  return support;
}

/** Adds a program of the operator to the database at `url`. Returns its key. */
export async function addOperator(url: string): Promise<string> {
  const database = databaseOn(openPool({ connectionString: url }));
  const key = await createOperatorKey(database.db, 'CRM');
  await database.close();
  if (key === undefined) throw new Error('The operator has this key already.');
  return key;
}

const insertDeals = `
  insert into deals (id, partner_id, contact_id, name, amount, status, sub_status, status_since, sub_status_since,
    created_at, created_by, updated_at, updated_by, search)
  select 'deal' || lpad(n::text, 20, '0'), $1, $2, 'Acorn Trading ' || n, 5000 + n * 250 % 500000,
    ($3::text[])[1 + n % cardinality($3::text[])], ($4::text[])[1 + n % cardinality($4::text[])],
    at, at, at, 'operator', at, 'operator', 'acorn trading ' || n
  from generate_series(1, $5::integer) as n, lateral (select now() - n * interval '1 minute' as at) as moments`;
const moveDeals = `
  update deals set status = 'Approved', sub_status = 'Offer Made', version = version + 1, updated_at = now(),
    updated_by = 'operator', updated_via = 'operator'
  where substr(id, 5)::bigint % 50 = 0`;

/** The readers of {@link fillWithManyLeads}. */
export interface Readers {
  readonly support: Person;
  /** Of a partner with two of five leads, of ten contacts. */
  readonly admin: ContactPerson;
  /** Of a partner with six of a hundred leads, of three contacts. */
  readonly smallAdmin: ContactPerson;
  /** Of a third partner, with one of a thousand leads. */
  readonly broker: ContactPerson;
}

/**
 * Fills the migrated database at `url` with leads of 57 partners in every status, in random order
 * of their times and amounts; one in a hundred has an attachment, one in fifty a deal, three in ten
 * were changed by the operator, and `upload-…` of three readers submitted up to 5,000 each.
 */
export async function fillWithManyLeads(url: string, count: number): Promise<Readers> {
  const database = databaseOn(openPool({ connectionString: url }));
  const { db, pool } = database;
  const admin = await makePerson(db, 'partner-admin');
  const smallAdmin = await makePerson(db, 'partner-admin');
  const broker = await makePerson(db, 'broker');
  const support = await makePerson(db, 'support');
  const owners = [
    broker,
    ...(await makeContacts(db, admin, 10, 40)),
    ...(await makeContacts(db, smallAdmin, 3, 20)),
  ];
  while (owners.length < 1000) owners.push(...repeated(await makePerson(db, 'broker'), 10));
  const people = owners.slice(0, 1000);
  const indexes = await dropIndexes(pool);
  for (let from = 1; from <= count; from += leadsAtOnce) {
    const partners = people.map(({ partnerId }) => partnerId);
    const contacts = people.map(({ contactId }) => contactId);
    const to = Math.min(from + leadsAtOnce - 1, count);
    await pool.query(insertManyLeads, [partners, contacts, leadStatuses, from, to]);
  }
  await pool.query(attachToLeads);
  await pool.query(changeLeads);
  for (const index of indexes) await pool.query(index);
  for (const { partnerId } of [admin, smallAdmin, broker])
    await pool.query(uploadLeads, [partnerId]);
  while (await addTotalChanges(db));
  await pool.query('vacuum analyze');
  await database.close();
  return { support, admin, smallAdmin, broker };
}

const leadsAtOnce = 500_000;

/**
 * Drops the indexes of leads and of their changes, which are created much faster than kept up with
 * many new rows. Returns the statements that create them. The index that a trigger reads for each
 * converted lead stays: without it, half a million leads take hours.
 */
async function dropIndexes(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; definition: string }>(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid in ('leads'::regclass, 'changes'::regclass)
      and indexrelid <> 'converted_leads_by_deal'::regclass
      and not exists (select from pg_constraint where conindid = indexrelid)`);
  for (const { name } of rows) await pool.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

/** Makes contacts of a person’s partner. Returns the person and each of them, `times` times. */
async function makeContacts(
  db: Db,
  person: ContactPerson,
  count: number,
  times: number,
): Promise<ContactPerson[]> {
  const people = [person];
  while (people.length < count) people.push(await makePerson(db, 'broker', person.partnerId));
  return people.flatMap((one) => repeated(one, times));
}

const repeated = <Item>(item: Item, times: number) => Array.from({ length: times }, () => item);

// Later statuses are rarer: the first is that of three in ten leads, the last but one of one in a
// hundred, the last of one in 50,000.
const insertManyLeads = `
  with leads_to_be as materialized (
    select n, 1 + n * 7919::bigint % 1000 as owner, created, now() - created as created_at,
      case when n % 50021 = 7 then 35 else 1 + floor(34 * power(random(), 3))::integer end as status,
      case when n % 50021 = 8 then 35 else 1 + floor(34 * power(random(), 3))::integer end as sub_status,
      now() - random() * created as status_since, now() - random() * created as sub_status_since,
      now() - random() * created as updated_at, 5000 + 250 * floor(2000 * random())::integer as amount,
      (array['Alice', 'Ben', 'Chloe', 'Dev', 'Ella'])[1 + n % 5] as first,
      case when n % 50 = 3 then 'deal' || n end as deal_id
    from generate_series($4::integer, $5::integer) as n, lateral (select n * interval '1 minute' as created) as times
  ), converted as (
    insert into deals (id, partner_id, contact_id, name, status, sub_status, created_at, created_by, updated_at,
      updated_by, search)
    select deal_id, ($1::text[])[owner], ($2::text[])[owner], 'Trading ' || n, 'In Progress', 'Scrubbing', updated_at,
      'operator', updated_at, 'operator', 'trading ' || n
    from leads_to_be where deal_id is not null
  )
  insert into leads (id, partner_id, contact_id, status, sub_status, status_since, sub_status_since, created_at,
    created_by, updated_at, updated_by, last_activity_at, converted_deal_id, fields, search)
  select 'lead' || lpad(n::text, 20, '0'), ($1::text[])[owner], ($2::text[])[owner], ($3::text[])[status],
    ($3::text[])[sub_status], status_since, sub_status_since, created_at, 'operator', updated_at, 'operator',
    case when n % 3 > 0 then updated_at end, deal_id,
    jsonb_build_object('firstName', first, 'lastName', 'Client ' || n, 'companyName', 'Trading ' || n,
      'phone', '+6140' || lpad(n::text, 7, '0'))
      || case when n % 10 > 0 then jsonb_build_object('amountRequested', amount) else '{}' end,
    lower(concat_ws(' ', first, 'client', n, 'trading', n, '6140' || lpad(n::text, 7, '0')))
  from leads_to_be`;
const attachToLeads = `
  insert into attachments (id, lead_id, lead_partner_id, type, file_name, media_type, size, sha256, created_by, created_at)
  select 'file' || id, id, partner_id, 'Bank Statement', 'statement.pdf', 'application/pdf', 1, '', 'operator', updated_at
  from leads where abs(hashtext(id)) % 100 = 0`;
const changeLeads = `
  insert into changes (record_type, record_id, partner_id, contact_id, kind, at, by, via, former, current)
  select 'lead', id, partner_id, contact_id, 'changed', updated_at, 'operator', 'operator', '{"notes": "Call"}',
    '{"notes": "Called"}'
  from leads where abs(hashtext(id)) % 10 < 3 order by updated_at`;
const uploadLeads = `
  insert into bulk_upload_rows (upload_id, partner_id, row_number, outcome, lead_id)
  select 'upload-' || $1, $1, 1 + row_number() over (order by created_at), 'submitted', id
  from (select id, created_at from leads where partner_id = $1 order by created_at limit 5000) as uploaded`;

/** Makes brokers of one partner, a new one by default, in the migrated database at `url`. */
export async function makePeople(
  url: string,
  count: number,
  partnerId?: string | null,
): Promise<Person[]> {
  const database = databaseOn(openPool({ connectionString: url }));
  const id = partnerId ?? (await makePartner(database.db)).id;
  const people: Person[] = [];
  while (people.length < count) people.push(await makePerson(database.db, 'broker', id));
  await database.close();
  return people;
}

// Filled in as a broker does: the first fields of the form, one address, a note.
const insertLeads = `
  insert into leads (id, partner_id, contact_id, status, sub_status, created_at, created_by, updated_at, updated_by,
    last_activity_at, calls_made, fields, search)
  select 'lead' || lpad(n::text, 20, '0'), $1, $2,
    (array['New', 'Attempting Contact', 'Work in progress', 'With Broker'])[1 + n % 4],
    (array['Received', 'Attempting 1', 'Doing Application', 'Waiting on Customer'])[1 + n % 4],
    now() - n * interval '1 minute', $3, now() - n * interval '30 seconds', $3,
    case when n % 3 > 0 then now() - n * interval '30 seconds' end, n % 8,
    jsonb_build_object('firstName', first, 'lastName', last, 'companyName', company, 'phone', phone,
      'email', lower(first || '.' || last || n) || '@clients.test', 'amountRequested', 5000 + n * 250 % 500000,
      'averageMonthlyTurnover', 20000 + n * 100 % 90000, 'loanPurpose', 'Working Capital / Cashflow',
      'suitableProducts', jsonb_build_array('LOC', 'Business Loan'), 'industry', 'Retail',
      'businessAddress', jsonb_build_object('addressLine1', n % 400 || ' Harbour Street', 'city', 'Sydney', 'state', 'NSW',
        'zipCode', '2000', 'country', 'Australia'),
      'partnerLeadReferenceId', 'REF-' || n, 'notes', 'Asked to be called in the morning, before the shop opens.'),
    lower(concat_ws(' ', first, last, company, phone))
  from (
    select n, company_word || ' Trading ' || n as company, '+6140' || lpad(n::text, 7, '0') as phone,
      (array['Alice', 'Ben', 'Chloe', 'Dev', 'Ella'])[1 + n % 5] as first,
      (array['Ashby', 'Brook', 'Cole', 'Dale', 'Finch', 'Grove', 'Hale'])[1 + n % 7] as last
    from generate_series(1, $4::integer) as n,
      lateral (select (array['Acorn', 'Birch', 'Cedar'])[1 + n % 3] as company_word) as words
  ) as leads_to_be`;
