import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';

import { type DuplicateKeyName, duplicateKeys } from '#contract/bulk-upload/duplicate-keys.ts';
import {
  type ClientFieldName,
  duplicateLeadEndpoints,
  duplicateLimits,
  type DuplicateReason,
} from '#contract/portal/new-lead/new-lead.ts';
import type { ContactCaller } from '#server/auth/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { companyWords, foldText } from '#server/db/search-words.ts';
import { withinTime } from '#server/db/statement-limit.ts';
import { escapeLike } from '#server/db/statement.ts';
import { tooMany } from '#server/http/rate-limits.ts';
import { route } from '#server/http/routes.ts';

/** The search helps while somebody types: it may not keep others waiting. */
const maxSeconds = 2;

/** Registers the endpoint that finds leads for the same client. */
export function duplicateLeadRoutes(app: FastifyInstance, { db }: { readonly db: Db }): void {
  const assertNotTooMany = searchLimit(app);

  route(app, duplicateLeadEndpoints.findClientLeads, async ({ caller, readBody, request }) => {
    await assertNotTooMany(request);
    const { client } = readBody();
    const search = async (tx: Db) => findClientLeads(tx, caller, client);
    const leads = await withinTime(db, search, maxSeconds);
    const isShown = ({ contact_id: contactId }: ClientLead) =>
      caller.role === 'partner-admin' || contactId === caller.contactId;
    const shown = leads.filter(isShown);
    // Of colleagues only those that have more in common with the client: many may share a phone.
    const known = new Set(shown.flatMap(({ reasons }) => reasons));
    const hidden = leads.find(
      (lead) => !isShown(lead) && lead.reasons.some((reason) => !known.has(reason)),
    );
    return [
      ...shown.slice(0, duplicateLimits.leads).map((lead) => ({
        reasons: [...lead.reasons],
        lead: {
          id: lead.id,
          client: nameClient(lead),
          status: lead.status,
          createdAt: lead.created_at.toISOString(),
        },
      })),
      // Of those that the caller may not open, only that there is one.
      ...(hidden ? [{ reasons: [...hidden.reasons], lead: null }] : []),
    ];
  });
}

function nameClient({ first_name: first, last_name: last, company }: ClientLead): string {
  return [[first, last].filter(Boolean).join(' '), company].filter(Boolean).join(', ');
}

/**
 * Returns a check of how often an account searches: somebody who types searches now and then, a
 * program that tries phones all the time.
 */
function searchLimit(app: FastifyInstance): (request: FastifyRequest) => Promise<void> {
  const countSearch = app.createRateLimit({
    max: duplicateLimits.searchesPerMinute,
    timeWindow: '1 minute',
    keyGenerator: ({ caller }) => caller?.accountId ?? '',
  });
  return async (request) => {
    const search = await countSearch(request);
    if (!search.isAllowed && search.isExceeded)
      throw tooMany('too-many-requests', 'Too many searches.', search.ttlInSeconds);
  };
}

/** The typed fields of a client so far. */
export type ClientInput = Readonly<Partial<Record<ClientFieldName, string>>>;

/** A lead for the same client. */
interface ClientLead {
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
/** The reader’s own leads come first, so that they are found however many colleagues have. */
const orderOwnFirst = ({ contactId }: Reader) =>
  sql`order by contact_id = ${contactId} desc, created_at desc limit ${maxLeadsOfKey}`;

/** The partner whose leads are searched; of many for a client, those of the reader come first. */
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

/** How many characters of the stored words the index on them has. */
const indexedLength = 100;

async function findByName(db: Db, reader: Reader, client: ClientInput): Promise<FoundLead[]> {
  const names = [client.firstName, client.lastName].map((name) => nameKey(name ?? ''));
  const company = companyWords(client.companyName ?? '');
  const [firstWord] = company;
  if (firstWord === undefined || names.includes('')) return [];
  const [firstTyped = firstWord] = nameKey(client.companyName ?? '').split(/\s+/);
  const companyStarts = new Set([firstWord, `the ${firstWord}`, firstTyped]);
  // `offset 0`: of a client with many leads, the planner would rather read all of the partner's.
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

const nameKey = (name: string): string => foldText(name.normalize('NFC').trim());

/**
 * Returns the patterns of the stored words of a client, which begin with first name, last name and
 * company (server/leads/leads.rules.ts): the names in either order.
 */
function listStarts(names: readonly string[], companyStarts: ReadonlySet<string>): string[] {
  const orders = new Set([names.join(' '), names.toReversed().join(' ')]);
  const starts = [...orders].flatMap((both) =>
    [...companyStarts].map((start) => `${both} ${start}`),
  );
  return starts.map(
    (start) => `${escapeLike(Array.from(start).slice(0, indexedLength).join(''))}%`,
  );
}

function isSameList(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((one, at) => one === others[at]);
}
