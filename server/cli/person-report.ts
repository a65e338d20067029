import { sql } from 'kysely';

import { byCommand, recordAct } from '#server/audit/audit.store.ts';
import type { Db } from '#server/db/connect.ts';
import { findAboutPerson } from '#server/erasure/about-person.ts';
import { eraseDealAlone, leadHoldings } from '#server/erasure/erase-lead.ts';
import { ExplainedError } from '#server/errors/explained-error.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { findLeadOfDeal } from '#server/leads/leads.store.ts';
import { listUpstreamLeadsByContact } from '#server/upstream/history/upstream-changes.store.ts';

import { erase, readPhoneOrEmail } from './erase-commands.ts';
import { listMentions } from './remaining-mentions.ts';

/** A table whose rows are reported if an SQL condition holds, or why it has nothing personal. */
type Reported = { readonly where: string } | { readonly nothing: string };

const ofAccount: Reported = { where: 'account_id = any(accounts)' };
const ofLead: Reported = { where: 'lead_id = any(leads)' };
const ofRecord: Reported = { where: 'record_id = any(leads || deals)' };
const numbers: Reported = { nothing: 'Numbers of records.' };
const isFoundRow = `exists (select from json_to_recordset(upload_rows) as one(upload_id text, row_number integer)
  where one.upload_id = found.upload_id and one.row_number = found.row_number)`;

/**
 * What is reported of each table. What an account did to records of clients is about the clients,
 * and reported with those.
 */
export const reportedTables: Readonly<Record<string, Reported>> = {
  accounts: { where: 'id = any(accounts)' },
  api_keys: ofAccount,
  attachments: ofLead,
  audit_chains: { nothing: 'Positions and hashes.' },
  audit_entries: {
    where: 'actor_id = any(accounts) or subject_id = any(accounts || contacts || leads || deals)',
  },
  authenticators: ofAccount,
  bulk_change_leads: ofLead,
  bulk_changes: { where: 'id = any(notes)' },
  bulk_upload_blank_runs: { nothing: 'Numbers of rows.' },
  bulk_upload_edits: { where: isFoundRow },
  bulk_upload_rows: { where: `lead_id = any(leads) or ${isFoundRow}` },
  bulk_uploads: { where: 'created_by = any(accounts)' },
  changes: ofRecord,
  contacts: { where: 'id = any(contacts)' },
  creation_blocks: numbers,
  deal_totals: numbers,
  deals: { where: 'id = any(deals)' },
  duplicate_reports: { where: 'lead_id = any(leads) or account_id = any(accounts)' },
  exports: ofAccount,
  failed_attempts: { nothing: 'Hashes.' },
  feed: { nothing: 'The order of changes, which are reported.' },
  feed_pending: { nothing: 'The order of changes, which are reported.' },
  home_visits: ofAccount,
  idempotency_keys: {
    where: `body ->> 'id' = any(leads) or body #>> '{fields,entityId}' = any(leads) or body #>> '{0,fields,entityId}' = any(leads)`,
  },
  key_uses: {
    where:
      'key_id = any(accounts) or key_id in (select id from named_keys where account_id = any(accounts))',
  },
  known_browsers: ofAccount,
  last_seen: ofAccount,
  lead_drafts: { where: 'id = any(drafts) or lead_id = any(leads)' },
  lead_totals: numbers,
  leads: { where: 'id = any(leads)' },
  list_columns: ofAccount,
  named_keys: ofAccount,
  notices: ofAccount,
  operator_keys: { nothing: 'Programs of the operator.' },
  partner_changes: { where: 'record_id = any(contacts)' },
  partners: { nothing: 'Companies.' },
  passkey_challenges: { nothing: 'Random texts, for five minutes.' },
  passkeys: ofAccount,
  password_links: ofAccount,
  pinned_views: ofAccount,
  record_reads: ofAccount,
  recovery_codes: ofAccount,
  remembered_choices: {
    where: `exists (select from json_to_recordset(remembered) as one(partner_id text, kind text, key text)
      where (one.partner_id, one.kind, one.key) = (found.partner_id, found.kind, found.key))`,
  },
  request_files: {
    where: 'attachment_id in (select id from attachments where lead_id = any(leads))',
  },
  requests: { where: 'record_id = any(leads || deals) or lead_id = any(leads)' },
  sent_leads: { where: `response ->> 'id' = any(leads)` },
  sessions: ofAccount,
  sign_in_steps: ofAccount,
  snoozes: ofRecord,
  status_totals: numbers,
  total_changes: numbers,
  upstream_changes: { where: 'record_id = any(leads)' },
  views: ofAccount,
  withdrawn_files: { nothing: 'Ids of files whose bytes are being deleted.' },
};

/**
 * Columns that are not reported: secrets, and what the texts of a file were chosen to mean, which
 * can be other people's.
 */
const omittedColumns =
  'password_hash key_hash token_hash code_hash encrypted pending choices'.split(' ');

/**
 * Returns as JSON everything that is stored of a person, by table: of a client by the id of a lead
 * or deal, a phone or an email, of somebody with an account by its id or email. Other texts that
 * may be about the person are listed by column and id.
 * @throws ExplainedError when nothing is stored of anybody like this
 */
export async function reportPerson(db: Db, who: string): Promise<string> {
  const contact = readContact(who);
  const ids = await findIds(db, contact ?? who);
  const leads = [...ids.leads, ...(contact ? await listUpstreamLeadsByContact(db, contact) : [])];
  const texts = [...ids.texts, ...(contact ? [contact] : [])];
  const abouts = contact
    ? [await findAboutPerson(db, { leadId: null, partnerId: null, contacts: [contact], texts })]
    : [];
  for (const id of ids.leads) {
    const holdings = await leadHoldings(db, id);
    if (!holdings) continue;
    abouts.push(holdings.about);
    texts.push(...holdings.person.texts);
  }
  const person = sql`select ${ids.accounts}::text[] as accounts, ${ids.contacts}::text[] as contacts,
    ${leads}::text[] as leads, ${ids.deals}::text[] as deals,
    ${abouts.flatMap(({ drafts }) => drafts)}::text[] as drafts,
    ${abouts.flatMap(({ bulkNotes }) => bulkNotes)}::text[] as notes,
    ${JSON.stringify(abouts.flatMap(({ uploadRows }) => uploadRows))}::json as upload_rows,
    ${JSON.stringify(abouts.flatMap(({ choices }) => choices))}::json as remembered`;
  const tables: Record<string, readonly unknown[]> = {};
  for (const [table, reported] of Object.entries(reportedTables)) {
    if ('nothing' in reported) continue;
    const { rows } = await sql<{ row: unknown }>`
      with person as (${person}) select to_jsonb(found) - ${omittedColumns}::text[] as row
      from ${sql.table(table)} as found, person where ${sql.raw(reported.where)}
      order by to_jsonb(found) -> 'id'`.execute(db);
    if (rows.length > 0) tables[table] = rows.map(({ row }) => row);
  }
  const others = await listMentions(db, { names: [], texts });
  if (Object.keys(tables).length === 0 && others.length === 0)
    throw new ExplainedError(`Nothing is stored about ${who}.`);
  await recordAct(db, { ...byCommand, act: 'export-created', details: { list: 'person' } });
  return JSON.stringify({ tables, others: others.map((line) => line.trim()) }, null, 2);
}

/**
 * Erases every lead and deal of a client, and with a phone or email what else has it; without
 * `isSure` only reports what would be erased. Returns the text to print. Accounts are left: history
 * says by whom something was.
 * @throws ExplainedError when nothing is stored of anybody like this, or clients of several names
 * share the phone or email
 */
export async function erasePerson(
  db: Db,
  files: FileStore,
  who: string,
  isSure: boolean,
): Promise<string> {
  const contact = readContact(who);
  const { accounts, leads, deals } = await findIds(db, contact ?? who);
  await assertOneName(db, leads);
  if (contact !== undefined && leads.length + accounts.length === 0)
    await assertStored(db, contact);
  const what = [
    ...leads.map((id) => ['lead', id]),
    ...(contact === undefined ? [] : [['contact', contact]]),
  ];
  const texts: string[] = [];
  for (const args of what)
    texts.push(await erase(db, files, [...args, ...(isSure ? ['--yes'] : [])]));
  for (const id of deals) {
    if ((await findLeadOfDeal(db, id, { everything: true })) !== undefined) continue;
    if (isSure) await db.transaction().execute(async (tx) => eraseDealAlone(tx, id, byCommand));
    texts.push(`Deal ${id}: its customer ${isSure ? 'is erased.' : 'would be erased.'}`);
  }
  if (accounts.length > 0)
    texts.push(`Not erased: the account ${accounts.join(', ')}. Deactivate it under People.`);
  if (texts.length === 0) throw new ExplainedError(`Nothing is stored about ${who}.`);
  return texts.join('\n\n');
}

/** Asserts that leads are of one name: a phone or email can be of several people. */
async function assertOneName(db: Db, leads: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string; name: string; company: string | null }>`
    select id, concat_ws(' ', fields ->> 'firstName', fields ->> 'lastName') as name, fields ->> 'companyName' as company
    from leads where id = any(${leads}::text[]) order by id`.execute(db);
  if (new Set(rows.map(({ name }) => name.toLowerCase()).filter(Boolean)).size <= 1) return;
  const lines = rows.map(({ id, name, company }) => `lead ${id}\t${name}\t${company ?? ''}`);
  throw new ExplainedError(
    ['Leads of several names have this. Erase those of one person by their ids:', ...lines].join(
      '\n',
    ),
  );
}

/** Asserts that something is stored of a phone or email that no lead has. */
async function assertStored(db: Db, contact: string): Promise<void> {
  const person = { leadId: null, partnerId: null, contacts: [contact], texts: [contact] };
  const found = [
    ...Object.values(await findAboutPerson(db, person)).flat(),
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

/** Returns the ids of a person’s accounts, contacts, leads and deals, and texts that name them. */
async function findIds(db: Db, who: string) {
  const { rows } = await sql<
    Record<'accounts' | 'contacts' | 'leads' | 'deals' | 'texts', string[]>
  >`
    with own as (select id, contact_id, name, email from accounts where id = ${who} or contact_id = ${who} or lower(email) = lower(${who})),
      clients as (select id, converted_deal_id from leads where ${who} in (id, converted_deal_id)
        or lower(${who}) in (lower(fields ->> 'phone'), lower(fields ->> 'secondaryPhone'), lower(fields ->> 'email'), lower(fields ->> 'secondaryEmail')))
    select array(select id from own) as accounts,
      array(select contact_id from own where contact_id is not null union select id from contacts where id = ${who} or lower(email) = lower(${who})) as contacts,
      array(select id from clients) as leads,
      array(select converted_deal_id from clients where converted_deal_id is not null union select id from deals where id = ${who}) as deals,
      array(select unnest(array[name, email]) from own) as texts`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('A statement without a table returns one row.');
  return found;
}
