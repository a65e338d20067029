import fc from 'fast-check';

import { addressPartNames } from '#contract/v1/addresses.ts';
import { businessNumberNames } from '#contract/v1/business-numbers.ts';
import { type LeadFieldName, leadFieldNames, leadFields } from '#contract/v1/leads.ts';
import { databaseOn, openPool } from '#server/db/connect.ts';
import { type Random, randomFrom } from '#server/demo/random.ts';
import { leadSearchText } from '#server/leads/leads.rules.ts';
import type { StoredFields } from '#server/records/lead-values.ts';
import { creations, toStoredFields } from '#server/testing/arbitrary/arbitrary-leads.ts';
import { makePerson, type Person } from '#server/testing/people.ts';
import { clientsFrom } from '#server/testing/search/searched-clients.ts';

/** How many different contents there are; each is that of many leads, with phones of their own. */
const kinds = { realLooking: 4_000, arbitrary: 1_000 } as const;

/** Texts that files and spreadsheets get wrong. */
const texts = [
  'Café Ñandú',
  'Baker & Sons, “Wharf Road”',
  '=SUM(A1:A9)',
  '+1 day',
  '-5%',
  '@home',
  "'=1+1",
  '007',
  '1e5',
  '3-4',
  '12/11',
  'TRUE',
  'Tāmaki; Ōtautahi',
  'Trần Thị Ánh, 中文, 🏡',
  '"quoted"',
  'Level 3 "Rear", 12/4 Quay St',
  '0x1F',
  'a,b;c\td'.replace('\t', ' '),
];
const notes = [
  'Rang on Monday, asked for "a quick answer".\nRing again on Friday.',
  '- wants a second quote\n- has the statements\n\n=decides in May',
  'Prefers email; “no calls”, please.\nSiân knows why: naïve façade, 50 % up front.',
];

/**
 * Fills the migrated database at `url` with leads a minute apart, in turns of so many partners,
 * with contents as people enter them: accents, line breaks, texts that look like formulas. One in
 * five has any valid content. Each lead has a phone and a reference of its own. Returns an admin of
 * each partner, the contact of its leads.
 */
export async function fillWithVariedLeads(
  url: string,
  count: number,
  partners = 1,
): Promise<Person[]> {
  const database = databaseOn(openPool({ connectionString: url }));
  const admins: Person[] = [];
  while (admins.length < partners) admins.push(await makePerson(database.db, 'partner-admin'));
  const contents = variedContents();
  await database.pool.query(insertLeads, [
    admins.map(({ partnerId }) => partnerId),
    admins.map(({ contactId }) => contactId),
    admins.map(({ accountId }) => accountId),
    JSON.stringify(contents.map((fields) => ({ fields, search: leadSearchText(fields) }))),
    count,
  ]);
  for (const table of ['leads', 'changes', 'lead_totals'])
    await database.pool.query(`vacuum analyze ${table}`);
  await database.close();
  return admins;
}

const insertLeads = `
  insert into leads (id, partner_id, contact_id, status, sub_status, created_at, created_by, updated_at, updated_by,
    last_activity_at, calls_made, fields, search)
  select 'lead' || lpad(n::text, 20, '0'), ($1::text[])[owner], ($2::text[])[owner],
    (array['New', 'Attempting Contact', 'Work in progress', 'With Broker'])[1 + n % 4],
    (array['Received', 'Attempting 1', 'Doing Application', 'Waiting on Customer'])[1 + n % 4],
    now() - n * interval '1 minute', ($3::text[])[owner], now() - n * interval '30 seconds', ($3::text[])[owner],
    case when n % 3 > 0 then now() - n * interval '30 seconds' end, n % 8,
    content.fields || jsonb_build_object('phone', phone, 'partnerLeadReferenceId', 'REF-' || n)
      || case when content.fields ? 'email' then jsonb_build_object('email', 'client' || n || '@mail.test') else '{}' end,
    content.search || ' ' || phone || ' ref-' || n
  from generate_series(1, $5::integer) as n
    cross join lateral (select 1 + n % cardinality($1::text[]) as owner, '+614' || lpad(n::text, 8, '0') as phone) as own
    join (
      select place, value -> 'fields' as fields, value ->> 'search' as search
      from jsonb_array_elements($4::jsonb) with ordinality as given (value, place)
    ) as content on content.place = 1 + n / cardinality($1::text[]) % jsonb_array_length($4::jsonb)`;

/** Returns the contents of leads, the same each time. */
function variedContents(): StoredFields[] {
  const random = randomFrom(11);
  const nextClient = clientsFrom(11);
  const realLooking = Array.from({ length: kinds.realLooking }, () => ({
    ...furtherFields(random),
    ...nextClient(),
  }));
  const arbitrary = fc
    .sample(creations, { seed: 11, numRuns: kinds.arbitrary })
    .map((given) => toStoredFields(given));
  return realLooking.flatMap((fields, index) => {
    const isFifth = index % (kinds.realLooking / kinds.arbitrary) === 0;
    const other = isFifth ? arbitrary[index / (kinds.realLooking / kinds.arbitrary)] : undefined;
    return other ? [fields, other] : [fields];
  });
}

const notFurther: readonly LeadFieldName[] = ['brokerId', 'brokerRepId', ...businessNumberNames];

/** Returns half of the fields that a broker may leave out. A client has its business numbers. */
function furtherFields(random: Random): StoredFields {
  const names = leadFieldNames.filter((name) => !notFurther.includes(name) && random.chance(0.5));
  return Object.fromEntries(names.map((name) => [name, pickValue(name, random)]));
}

function pickValue(name: LeadFieldName, random: Random): StoredFields[string] {
  const field = leadFields[name];
  if (field.kind === 'address')
    return Object.fromEntries(addressPartNames.map((part) => [part, random.pick(texts)]));
  const { kind, values = [] } = field;
  if (kind === 'number') return random.int(0, 5_000) * 100;
  if (kind === 'phone') return `+642${random.digits(8)}`;
  if (kind === 'email') return `person${random.digits(6)}@mail.test`;
  if (kind === 'date') return `19${random.int(50, 99)}-0${random.int(1, 9)}-1${random.digits(1)}`;
  if (kind === 'choice') return random.pick(values);
  if (kind === 'choices') return [...new Set([random.pick(values), random.pick(values)])];
  return random.pick(kind === 'notes' ? notes : texts);
}
