import { leadStatuses } from '#contract/v1/lead-statuses.ts';
import { dealSubStatuses } from '#contract/v1/values.ts';
import { createOperatorKey } from '#server/auth/operator-keys.store.ts';
import { databaseOn, openPool } from '#server/db/connect.ts';

import { makePartner, makePerson, type Person } from './people.ts';

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
  /** A partner with two of five leads, all of one contact. */
  readonly admin: Person;
  /** A broker of another partner, with one of a hundred leads. */
  readonly broker: Person;
}

/**
 * Fills the migrated database at `url` with leads of 61 partners in every status, in random order
 * of their times and amounts; one in a hundred has an attachment.
 */
export async function fillWithManyLeads(url: string, count: number): Promise<Readers> {
  const database = databaseOn(openPool({ connectionString: url }));
  const admin = await makePerson(database.db, 'partner-admin');
  const others: Person[] = [];
  while (others.length < 60) others.push(await makePerson(database.db, 'broker'));
  const owners = [...Array.from({ length: 40 }, () => admin), ...others];
  await database.pool.query(insertManyLeads, [
    owners.map(({ partnerId }) => partnerId),
    owners.map(({ contactId }) => contactId),
    leadStatuses,
    count,
  ]);
  await database.pool.query(attachToLeads);
  const support = await makePerson(database.db, 'support');
  for (const table of ['leads', 'attachments', 'changes', 'lead_totals'])
    await database.pool.query(`vacuum analyze ${table}`);
  await database.close();
  return { support, admin, broker: others[0] ?? admin };
}

// Later statuses are rarer: the first is that of half the leads, the last of one in 35 squared.
const insertManyLeads = `
  insert into leads (id, partner_id, contact_id, status, sub_status, status_since, sub_status_since, created_at,
    created_by, updated_at, updated_by, last_activity_at, fields, search)
  select 'lead' || lpad(n::text, 20, '0'), ($1::text[])[owner], ($2::text[])[owner], ($3::text[])[status],
    ($3::text[])[sub_status], now() - since * created, now() - since * created, now() - created, 'operator',
    now() - changed * created, 'operator', case when n % 3 > 0 then now() - changed * created end,
    jsonb_build_object('firstName', first, 'lastName', 'Client ' || n, 'companyName', 'Trading ' || n,
      'phone', '+6140' || lpad(n::text, 7, '0'))
      || case when n % 10 > 0 then jsonb_build_object('amountRequested', amount) else '{}' end,
    lower(concat_ws(' ', first, 'client', n, 'trading', n, '6140' || lpad(n::text, 7, '0')))
  from (
    select n, 1 + n % 100 as owner, 1 + floor(35 * power(random(), 3))::integer as status,
      1 + floor(35 * power(random(), 3))::integer as sub_status, random() as since, random() as changed,
      5000 + 250 * floor(2000 * random())::integer as amount, n * interval '1 minute' as created,
      (array['Alice', 'Ben', 'Chloe', 'Dev', 'Ella'])[1 + n % 5] as first
    from generate_series(1, $4::integer) as n
  ) as leads_to_be`;
const attachToLeads = `
  insert into attachments (id, lead_id, type, file_name, media_type, size, sha256, created_by)
  select 'file' || id, id, 'Bank Statement', 'statement.pdf', 'application/pdf', 1, '', 'operator'
  from leads where substr(id, 5)::bigint % 100 = 0`;

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
