import type { Role } from '#contract/endpoint.ts';
import { createNamedKey } from '#server/auth/keys.store.ts';
import { confirmSession } from '#server/auth/sessions.store.ts';
import { setState } from '#server/bulk-uploads/bulk-uploads.store.ts';
import { openUpload } from '#server/bulk-uploads/open-upload.ts';
import { newId } from '#server/db/ids.ts';
import { insertDraft } from '#server/drafts/drafts.store.ts';
import { insertExport } from '#server/exports/exports.store.ts';
import { insertQuestion } from '#server/questions/questions.store.ts';
import { insertRequest, updateRequest } from '#server/requests/request-changes.store.ts';
import { insertDeals } from '#server/testing/insert-deals.ts';
import { makePartner, makePerson, type Person, testPassword } from '#server/testing/people.ts';
import { smallestLead } from '#server/testing/smallest-lead.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { insertView } from '#server/views/views.store.ts';

import { becomeIntegration } from './access-credentials.ts';
import { storePasskey } from './software-passkey.ts';

/** The owner of the record, as the caller sees it; for the last two there is no record. */
export const owners = ['own', 'colleague', 'stranger', 'missing', 'malformed'] as const;
export type Owner = (typeof owners)[number];

/** What can be named by an id. */
export type RecordKind = keyof Awaited<ReturnType<typeof makeRecords>>;

/**
 * Two partners and their people, each with a lead, a deal, an attachment and an upload of their
 * own; and support.
 */
export interface TestData {
  readonly callers: Readonly<Record<Role, Person>>;
  /**
   * Returns the id of a record that belongs to `owner`, as seen by a caller of `role`. Support owns
   * nothing, so its own records are the broker’s.
   */
  idOf(recordType: RecordKind, owner: Owner, role: Role): string;
  /** Returns the contacts that `owner` means for a role. */
  contactsOf(owner: Owner, role: Role): string[];
  /**
   * Makes another person of a role, without records, whose password was just confirmed: for calls
   * that make a person’s credentials unusable.
   */
  newcomer(role: Role): Promise<Person>;
}

type Records = Readonly<Record<RecordKind, string>>;

/**
 * Makes the test data of the access table, through the service’s own functions where there are
 * any.
 */
export async function makeTestData(
  service: TestApp,
  kind: 'people' | 'integrations' = 'people',
): Promise<TestData> {
  const { db } = service.database;
  const partner = await makePartner(db);
  const callers = {
    broker: await makePerson(db, 'broker', partner.id),
    'partner-admin': await makePerson(db, 'partner-admin', partner.id),
    support: await makePerson(db, 'support'),
  };
  const colleague = await makePerson(db, 'broker', partner.id);
  const stranger = await makePerson(db, 'broker');

  for (const caller of Object.values(callers))
    await confirmSession(db, await readSessionId(service, caller));

  const ownedBy = new Map<Person, Records>();
  for (const person of [callers.broker, callers['partner-admin'], colleague, stranger])
    ownedBy.set(person, await makeRecords(service, person));

  const integrate = async (person: Person) =>
    kind === 'integrations' && person.contactId !== null && becomeIntegration(db, person);
  for (const caller of Object.values(callers)) await integrate(caller);

  const findPerson = (owner: Owner, role: Role): Person => {
    if (owner === 'stranger') return stranger;
    if (owner === 'colleague') return colleague;
    return role === 'support' ? callers.broker : callers[role];
  };
  const isColleague = (person: Person, role: Role) =>
    person !== stranger && person !== findPerson('own', role);

  return {
    callers,
    idOf: (recordType, owner, role) => {
      if (owner === 'missing') return newId();
      if (owner === 'malformed') return 'not an id';
      return ownedBy.get(findPerson(owner, role))?.[recordType] ?? '';
    },
    contactsOf: (owner, role) =>
      [...ownedBy.keys()]
        .filter((person) =>
          owner === 'colleague' ? isColleague(person, role) : person === findPerson(owner, role),
        )
        .map((person) => person.contactId ?? ''),
    newcomer: async (role) => {
      const person = await makePerson(db, role);
      await confirmSession(db, await readSessionId(service, person));
      await integrate(person);
      return person;
    },
  };
}

async function makeRecords(service: TestApp, person: Person) {
  const lead = await service.as(person).post('/api/v1/lead', { fields: smallestLead });
  const { id: leadId } = lead.json<{ id: string }>();
  const attachment = await service.as(person).post('/api/v1/attachment', attachmentForm(leadId));
  return {
    partner: person.partnerId ?? '',
    contact: person.contactId ?? '',
    account: person.accountId,
    session: await openAnotherSession(service, person),
    lead: leadId,
    attachment: attachment.json<{ id: string }>().id,
    deal: await insertDeal(service, person),
    request: await sendRequest(service, person, leadId),
    question: await askQuestion(service, person, leadId),
    upload: await beginUpload(service, person),
    draft: await beginDraft(service, person),
    export: await beginExport(service, person),
    'api-key': await makeNamedKey(service, person),
    passkey: (await storePasskey(service.database.db, person.accountId)).id,
    'bulk-change': await makeBulkChange(service, person),
    view: await saveView(service, person),
  };
}

async function saveView({ database: { db } }: TestApp, { accountId }: Person): Promise<string> {
  const id = newId();
  await insertView(db, { id, account_id: accountId, list: 'leads', name: 'New leads', query: '' });
  return id;
}

/** Returns a form with one small CSV file for a lead. */
export function attachmentForm(leadId: string): FormData {
  const form = new FormData();
  form.set('entityType', 'LEAD');
  form.set('entityId', leadId);
  form.set('attachments[0][type]', 'Bank Statements');
  form.set('attachments[0][fileName]', 'january.csv');
  form.set('attachments[0][file]', new Blob(['date,amount\n2026-01-05,120\n']), 'january.csv');
  return form;
}

/** The number of rows of each upload. */
export const uploadedRows = 10;

/**
 * Starts an upload for any person. In the service only partner admins upload, but here everybody
 * has an upload, so that access to each can be tested.
 */
async function beginUpload({ database: { db } }: TestApp, owner: Person): Promise<string> {
  const { id } = await openUpload(db, {
    partner_id: owner.partnerId ?? '',
    content_hash: newId(),
    file_name: 'leads.csv',
    size: 5_000,
    created_by: owner.accountId,
  });
  await setState(db, id, { state: 'submitting', read: uploadedRows, isEnd: false });
  return id;
}

async function beginExport({ database: { db } }: TestApp, owner: Person): Promise<string> {
  return insertExport(db, owner, {
    list: 'leads',
    selection: { query: '' },
    isFiltered: false,
    total: 1,
  });
}

async function makeNamedKey({ database: { db } }: TestApp, owner: Person): Promise<string> {
  const key = { name: 'CRM', is_read_only: false, expires_at: null };
  return (await createNamedKey(db, { account_id: owner.accountId, ...key })).id;
}

async function makeBulkChange({ database: { db } }: TestApp, owner: Person): Promise<string> {
  const id = newId();
  await db
    .insertInto('bulk_changes')
    .values({
      id,
      account_id: owner.accountId,
      partner_id: owner.partnerId ?? '',
      kind: 'add-note',
      note: 'Call again.',
      contact_id: null,
      state: 'applied',
      changed: 1,
      ended_at: new Date(),
    })
    .execute();
  return id;
}

/** What a draft can hold. */
export const draftContent = {
  texts: { firstName: 'Aroha', 'businessAddress.city': 'Nelson' },
  businessCountry: 'NZ',
  sent: null,
  rejections: 0,
};

async function beginDraft({ database: { db } }: TestApp, owner: Person): Promise<string> {
  const id = newId();
  const { accountId, partnerId } = owner;
  await insertDraft(db, { accountId, partnerId: partnerId ?? '' }, { id, content: draftContent });
  return id;
}

/** Makes a request on a lead that was answered: from there it can get every other state. */
async function sendRequest({ database: { db } }: TestApp, of: Person, leadId: string) {
  const owner = { partner_id: of.partnerId ?? '', contact_id: of.contactId ?? '' };
  const record = { record_type: 'lead', record_id: leadId, lead_id: leadId } as const;
  const asked = { kind: 'document', document_type: 'Image', text: 'The shop.' } as const;
  const id = await insertRequest(db, { ...owner, ...record, ...asked, due_on: null }, 'operator');
  const by = { updated_by: of.accountId, updated_via: 'portal' } as const;
  await updateRequest(db, id, { state: 'sent', answer: 'March.', ...by });
  return id;
}

/** Asks a question about a lead. */
async function askQuestion({ database: { db } }: TestApp, of: Person, leadId: string) {
  const owner = { partner_id: of.partnerId ?? '', contact_id: of.contactId ?? '' };
  const by = { created_by: of.accountId, updated_by: of.accountId, updated_via: 'portal' } as const;
  const about = { record_type: 'lead', record_id: leadId } as const;
  return insertQuestion(db, { ...owner, ...by, ...about, text: 'Is a trust deed needed?' });
}

async function insertDeal({ database }: TestApp, owner: Person): Promise<string> {
  const by = { created_by: owner.accountId, updated_by: owner.accountId };
  const [id = ''] = await insertDeals(database.db, owner, { amount: 50_000, ...by });
  return id;
}

/** Opens another session than the one that the person calls with. */
async function openAnotherSession(service: TestApp, { email, accountId }: Person): Promise<string> {
  const payload = { email, password: testPassword };
  await service.call('POST', '/portal/session', { payload });
  const [newest] = await service.database.db
    .selectFrom('sessions')
    .select('id')
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .execute();
  return newest?.id ?? '';
}

async function readSessionId({ database }: TestApp, person: Person): Promise<string> {
  const { id } = await database.db
    .selectFrom('sessions')
    .select('id')
    .where('account_id', '=', person.accountId)
    .executeTakeFirstOrThrow();
  return id;
}
