import { sql } from 'kysely';

import type { RecordListName } from '#contract/v1/record-types.ts';
import { recordAction } from '#server/audit/audit.store.ts';
import { byCommand } from '#server/auth/origin.ts';
import type { Db } from '#server/db/connect.ts';
import { hasEmail } from '#server/db/emails.ts';
import { assertErasable, eraseAccount, type ErasedPerson } from '#server/erasure/erase-account.ts';
import { eraseDealAlone, leadHoldings } from '#server/erasure/erase-lead.ts';
import { findData, listMentions, readPersonalRows } from '#server/erasure/personal-data.store.ts';
import { ExplainedError } from '#server/errors/explained-error.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { findLeadOfDeal } from '#server/leads/leads.store.ts';
import { listUpstreamLeadsByContact } from '#server/upstream/history/upstream-changes.store.ts';

import { eraseContact, eraseOneLead, readPhoneOrEmail, reportErasure } from './erase-commands.ts';

/** Somebody with an account, or a contact, and their name. */
type FoundPerson = ErasedPerson & { readonly name: string };

/**
 * Returns as JSON all data stored about a person, by table: about a client by the id of a lead or
 * deal, a phone or an email, about the owner of an account by its id or email. Other texts that may
 * be about the person are listed by column and id.
 * @throws ExplainedError when nothing is stored of anybody like this
 */
export async function reportPerson(db: Db, who: string): Promise<string> {
  const contact = readContact(who);
  const ids = await findIds(db, contact ?? who);
  const leads = [...ids.leads, ...(contact ? await listUpstreamLeadsByContact(db, contact) : [])];
  const texts = [...ids.texts, ...(contact ? [contact] : [])];
  const found = contact
    ? [await findData(db, { leadId: null, partnerId: null, contacts: [contact], texts })]
    : [];
  for (const id of ids.leads) {
    const holdings = await leadHoldings(db, id);
    if (!holdings) continue;
    found.push(holdings.about);
    texts.push(...holdings.person.texts);
  }
  const accounts = ids.people.flatMap(({ id }) => id ?? []);
  const contacts = ids.people.flatMap(({ contactId }) => contactId ?? []);
  const tables = await readPersonalRows(db, { accounts, contacts, leads, deals: ids.deals, found });
  const others = await listMentions(db, { names: [], texts });
  if (Object.keys(tables).length === 0 && others.length === 0)
    throw new ExplainedError(`Nothing is stored about ${who}.`);
  await recordAction(db, { ...byCommand, action: 'export-created', details: { list: 'person' } });
  return JSON.stringify({ tables, others: others.map((line) => line.trim()) }, null, 2);
}

/**
 * Erases every lead and deal of a client, and with a phone or email all other data that has it;
 * without `isSure` only reports what would be erased. For an account, erases the person’s identity
 * and what was theirs alone. Returns the text to print.
 * @throws ExplainedError when nothing is stored of anybody like this, several people have the phone
 * or email, or something of an account has to be handed over first
 */
export async function erasePerson(
  db: Db,
  files: FileStore,
  who: string,
  isSure: boolean,
  issuer?: string,
): Promise<string> {
  const contact = readContact(who);
  const found = await findIds(db, contact ?? who);
  const { people, leads, deals } = found;
  await assertOnePerson(db, found);
  if (contact !== undefined && leads.length + people.length === 0) await assertStored(db, contact);
  const texts = await erasePeople(db, found, isSure, issuer);
  for (const id of leads) texts.push(await eraseOneLead(db, files, { id, isSure }));
  if (contact !== undefined) texts.push(await eraseContact(db, { contact, isSure }));
  for (const id of deals) {
    if ((await findLeadOfDeal(db, id, { everything: true })) !== undefined) continue;
    if (isSure) await db.transaction().execute(async (tx) => eraseDealAlone(tx, id, byCommand));
    texts.push(`Deal ${id}: its customer ${isSure ? 'is erased.' : 'would be erased.'}`);
  }
  if (texts.length === 0) throw new ExplainedError(`Nothing is stored about ${who}.`);
  return texts.join('\n\n');
}

/** Erases the identities of all these people or of none, or only lists what would be erased. */
async function erasePeople(
  db: Db,
  { people, texts }: { readonly people: readonly FoundPerson[]; readonly texts: readonly string[] },
  isSure: boolean,
  issuer: string | undefined,
): Promise<string[]> {
  if (people.length === 0) return [];
  await db.transaction().execute(async (tx) => {
    for (const person of people) await assertErasable(tx, person, issuer);
    if (isSure) for (const person of people) await eraseAccount(tx, person);
  });
  const account =
    'name, email, password, what they sign in by, keys, settings, drafts, own views, addresses in the audit trail';
  const lines = people.map(({ id, contactId, name }) =>
    id === null
      ? `Contact ${contactId} (${name}): name, email.`
      : `Account ${id} (${name}): ${account}.`,
  );
  const remains =
    'Leads, deals, uploads and shared views remain with the partner, by "Former user".';
  const erasure = { lines, person: { names: [], texts }, remains };
  return [await reportErasure(db, isSure, erasure)];
}

/** Asserts that what was found is of one person: a phone or email can be of several people. */
async function assertOnePerson(
  db: Db,
  { people, leads }: { readonly people: readonly FoundPerson[]; readonly leads: readonly string[] },
): Promise<void> {
  const { rows } = await sql<{ id: string; name: string; company: string | null }>`
    select id, trim(concat_ws(' ', fields ->> 'firstName', fields ->> 'lastName')) as name, fields ->> 'companyName' as company
    from leads where id = any(${leads}::text[]) order by id`.execute(db);
  const names = [...people, ...rows].map(({ name }) => name.toLowerCase()).filter(Boolean);
  if (people.length <= 1 && new Set(names).size <= 1) return;
  const lines = [
    ...people.map(
      ({ id, contactId, name }) =>
        `${id === null ? `contact ${contactId}` : `account ${id}`}\t${name}`,
    ),
    ...rows.map(({ id, name, company }) => `lead ${id}\t${name}\t${company ?? ''}`),
  ];
  throw new ExplainedError(
    ['Several people have this. Erase what is of one person by ids:', ...lines].join('\n'),
  );
}

/** Asserts that something is stored of a phone or email that no lead has. */
async function assertStored(db: Db, contact: string): Promise<void> {
  const person = { leadId: null, partnerId: null, contacts: [contact], texts: [contact] };
  const found = [
    ...Object.values(await findData(db, person)).flat(),
    ...(await listUpstreamLeadsByContact(db, contact)),
  ];
  if (found.length === 0) throw new ExplainedError(`Nothing is stored about ${contact}.`);
}

/**
 * Returns a phone or email in its stored form; undefined for an id.
 * @throws ExplainedError
 */
function readContact(who: string): string | undefined {
  return /@|^[\d\s()+.-]+$/.test(who) ? readPhoneOrEmail(who) : undefined;
}

/** Returns who somebody is in the portal, their leads and deals, and texts that name them. */
async function findIds(db: Db, who: string) {
  const { rows } = await sql<
    Record<RecordListName | 'texts', string[]> & { people: FoundPerson[] }
  >`
    with named as (select id, trim(concat_ws(' ', first_name, last_name)) as name, email from contacts where id = ${who} or ${hasEmail('email', who)}),
      own as (select id, contact_id, name, email from accounts where id = ${who} or ${hasEmail('email', who)} or contact_id in (select id from named)),
      clients as (select id, converted_deal_id from leads where ${who} in (id, converted_deal_id)
        or ${who} in (fields ->> 'phone', fields ->> 'secondaryPhone')
        or ${hasEmail(sql`(fields ->> 'email')`, who)} or ${hasEmail(sql`(fields ->> 'secondaryEmail')`, who)})
    select coalesce((select json_agg(json_build_object('id', own.id, 'contactId', coalesce(contact_id, named.id), 'name', coalesce(own.name, named.name)))
        from own full join named on contact_id = named.id), '[]') as people,
      array(select id from clients) as leads,
      array(select converted_deal_id from clients where converted_deal_id is not null union select id from deals where id = ${who}) as deals,
      array_remove(array_remove(array(select unnest(array[name, email]) from own union select unnest(array[name, email]) from named), null), '') as texts`.execute(
    db,
  );
  const [found] = rows;
  if (!found) throw new Error('A statement without a table returns one row.');
  return found;
}
