import pg from 'pg';

import {
  type ClientFieldName,
  type DuplicateLead,
  duplicateLimits,
} from '#contract/portal/new-lead/new-lead.ts';
import { makePeople } from '#server/testing/filled-database.ts';
import { fillWithVariedLeads } from '#server/testing/leads/varied-leads.ts';
import type { Person } from '#server/testing/people.ts';

import { type Figure, quantile } from './figure.ts';
import { startServices } from './services.ts';
import type { Stage } from './stage.ts';

const leads = 1_000_000;
const partners = 10;
const searches = 60;

/** What is typed, and the bare lookup of it: its SQL, whose `$2` is the partner. */
interface Kind {
  readonly name: string;
  readonly fields: readonly ClientFieldName[];
  readonly keyOf: (client: Readonly<Record<string, string>>) => string;
  readonly sql: string;
  /** What the first of the fields looks like where people entered it. */
  readonly pattern: string;
}

const byKey = `
  select * from (select * from leads where duplicate_keys @> array[$1] offset 0) as found
  where partner_id = $2 order by created_at desc limit 20`;
const byWords = `
  select * from (select * from leads where partner_id = $2 and left(search, 100) like $1 offset 0) as found
  order by created_at desc limit 20`;

const kinds: readonly Kind[] = [
  {
    name: 'phone',
    fields: ['phone'],
    keyOf: ({ phone }) => `phone:${phone}`,
    sql: byKey,
    pattern: '.',
  },
  {
    name: 'email',
    fields: ['email'],
    keyOf: ({ email }) => `email:${email}`,
    sql: byKey,
    pattern: '@mail',
  },
  {
    name: 'business number',
    fields: ['abn'],
    keyOf: ({ abn }) => `abn:${abn}`,
    sql: byKey,
    pattern: String.raw`^\d{11}$`,
  },
  {
    name: 'company and name',
    fields: ['firstName', 'lastName', 'companyName'],
    keyOf: ({ firstName, lastName, companyName }) =>
      `${firstName} ${lastName} ${companyName}%`.toLowerCase(),
    sql: byWords,
    pattern: '^[A-Z][a-z]+$',
  },
];

/**
 * Measures the search for leads of the same client while a new lead is typed, for each of what is
 * typed: among a million leads, 100,000 of the partner. The floor is a client of the database that
 * runs the bare lookup in the index.
 */
export async function measureClientLeads(_stage: Stage): Promise<Figure[]> {
  const { database, serve, stop } = await startServices();
  try {
    console.log(`Creating ${leads} leads …`);
    const [admin] = await fillWithVariedLeads(database, leads, partners);
    return await searchFor(database, await serve('.cache/bench/product'), admin!);
  } finally {
    await stop();
  }
}

/** Measures the searches by people of a partner with leads in this database. */
export async function searchFor(
  database: string,
  service: string,
  { partnerId }: Pick<Person, 'partnerId'>,
): Promise<Figure[]> {
  const people = await makePeople(
    database,
    Math.ceil((kinds.length * searches * 1.2) / duplicateLimits.searchesPerMinute),
    partnerId,
  );
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  const figures: Figure[] = [];
  let count = 0;
  for (const kind of kinds) {
    const samples = { product: [] as number[], floor: [] as number[] };
    const typed = await clientsWith(client, partnerId, kind);
    for (const [index, fields] of typed.entries()) {
      const person = people[(count += 1) % people.length]!;
      const took = await searchOnce(service, person, fields);
      const bare = await lookUpOnce(client, [kind.keyOf(fields), partnerId], kind.sql);
      if (index < typed.length - searches) continue;
      samples.product.push(took);
      samples.floor.push(bare);
    }
    const name = `POST /portal/client-leads by ${kind.name}`;
    const max = Math.round(Math.max(50, 3 * quantile(samples.floor, 0.95)));
    figures.push(
      { name: `${name}, median`, unit: 'ms', ...samples, quantile: 0.5 },
      { name: `${name}, p95`, unit: 'ms', ...samples, quantile: 0.95, bar: { of: 'product', max } },
    );
  }
  await client.end();
  return figures;
}

/** Returns what somebody types of clients of the partner, in turn of all its leads. */
async function clientsWith(
  client: pg.Client,
  partnerId: string | null,
  { fields: names, pattern }: Kind,
): Promise<Record<string, string>[]> {
  const { rows } = await client.query<{ fields: Record<string, string> }>(
    `select fields from leads where partner_id = $1 and fields ?& $2 and fields ->> $3 ~ $4
     order by id desc limit $5`,
    [partnerId, names, names[0], pattern, searches * 1.2],
  );
  return rows.map(({ fields }) =>
    Object.fromEntries(names.map((name) => [name, fields[name] ?? ''])),
  );
}

async function searchOnce(service: string, person: Person, typed: object): Promise<number> {
  const began = performance.now();
  const response = await fetch(`${service}/portal/client-leads`, {
    method: 'POST',
    headers: { ...person.session, 'content-type': 'application/json', origin: service },
    body: JSON.stringify({ client: typed }),
  });
  const found = (await response.json()) as DuplicateLead[];
  if (!response.ok || found.length === 0)
    throw new Error(
      `Nothing was found: ${response.status} ${JSON.stringify(found)} for ${JSON.stringify(typed)}`,
    );
  return performance.now() - began;
}

async function lookUpOnce(client: pg.Client, values: unknown[], text: string): Promise<number> {
  const began = performance.now();
  await client.query(text, values);
  return performance.now() - began;
}
