import { leadFieldNames, leadFields } from '#contract/v1/leads.ts';
import { listAttachments, removeAttachments } from '#server/attachments/attachments.store.ts';
import { recordAction, type RecordedAction } from '#server/audit/audit.store.ts';
import { byCommand, type Origin } from '#server/auth/origin.ts';
import type { Db } from '#server/db/connect.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { eraseFieldsInHistory, eraseHistory } from '#server/history/history.store.ts';
import { blankResponsesAbout } from '#server/idempotency/idempotency.store.ts';
import { eraseQuestionTexts, listQuestionsWithText } from '#server/questions/questions.store.ts';
import { findRecord, type LeadRow, lockRecord } from '#server/records/records.store.ts';
import { eraseRequestTexts, listWithText } from '#server/requests/request-changes.store.ts';
import { deleteLinksOfLead } from '#server/upload-links/upload-links.store.ts';

import { eraseDealFields, eraseLeadFields } from './erase-lead.store.ts';
import { customerFields, identifyingFields } from './identifying-fields.ts';
import { type FoundClient, eraseData, findData } from './personal-data.store.ts';

/** Returns what erasing a lead would remove; undefined when there is no such lead. */
export async function leadHoldings(db: Db, id: string) {
  const lead = await findRecord(db, 'leads', id);
  return (
    lead && {
      /** The number of fields with a value, of the partner’s and the operator’s side. */
      fields: Object.keys(lead.fields).length + Object.keys(lead.operator_fields).length,
      /** The ids of its attachments. */
      files: (await listAttachments(db, id)).map((attachment) => attachment.id),
      /** The data of its person that are stored elsewhere. */
      about: await findData(db, toClient(lead)),
      /** The names and texts by which its person is found in any text of the database. */
      person: { names: listNames(lead), texts: listTexts(lead) },
      /** The requests on the lead or its deal that have a text. */
      requests: await listWithText(db, [id, lead.converted_deal_id]),
      /** The questions about the lead or its deal that have a text. */
      questions: await listQuestionsWithText(db, [id, lead.converted_deal_id]),
      /** The deal that the lead became, and its data of the customer; null: none. */
      deal: await dealHoldings(db, lead.converted_deal_id),
    }
  );
}

/**
 * Erases a lead’s personal data permanently (design, section 3: erasure): fields, files, the
 * person’s cells and edits in bulk uploads, drafts, notes for many leads, what its deal has of
 * the customer, and the responses stored for safe retries. The lead’s id, owner, status and dates
 * remain, and so does the log of support reading its files. Files are deleted before their rows, so
 * that erasing again completes what a crash interrupted.
 */
export async function eraseLead(db: Db, files: FileStore, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => eraseLeadIn(tx, files, id, byCommand));
}

/** Who erases, details for the audit trail, and whether only the lead is erased, not the person. */
type ErasedBy = Pick<RecordedAction, keyof Origin | 'details'> & { readonly isLeadAlone?: boolean };

/** Erases a lead as {@link eraseLead}, in a transaction. */
export async function eraseLeadIn(
  tx: Db,
  files: FileStore,
  id: string,
  { isLeadAlone = false, ...by }: ErasedBy,
): Promise<void> {
  const lead = await lockRecord(tx, 'leads', id);
  if (!lead) return;
  const alone = { leadId: id, partnerId: lead.partner_id, contacts: [], texts: [] };
  const found = isLeadAlone ? findData(tx, alone, ['uploadRows']) : findData(tx, toClient(lead));
  await eraseData(tx, await found);
  const attachments = await listAttachments(tx, id);
  for (const attachment of attachments) await files.remove(attachment.id);
  await removeAttachments(tx, id);
  await deleteLinksOfLead(tx, id);
  await blankResponsesAbout(tx, id);
  await eraseHistory(tx, id);
  await eraseRequestTexts(tx, id);
  await eraseQuestionTexts(tx, id);
  await eraseLeadFields(tx, id);
  if (lead.converted_deal_id !== null) await eraseCustomer(tx, lead.converted_deal_id);
  await recordAction(tx, { ...by, action: 'data-erased', subject: { type: 'lead', id } });
}

/** Erases the customer’s data in a deal without a lead, in a transaction. */
export async function eraseDealAlone(tx: Db, id: string, by: ErasedBy): Promise<void> {
  await eraseCustomer(tx, id);
  await recordAction(tx, { ...by, action: 'data-erased', subject: { type: 'deal', id } });
}

function toClient(lead: LeadRow): FoundClient {
  const { phone, secondaryPhone, email, secondaryEmail } = lead.fields;
  const contacts = [phone, secondaryPhone, email, secondaryEmail];
  return {
    leadId: lead.id,
    partnerId: lead.partner_id,
    contacts: contacts.filter((one) => typeof one === 'string'),
    texts: listTexts(lead),
  };
}

const addresses = leadFieldNames.filter((name) => leadFields[name].kind === 'address');

function listNames({ fields }: LeadRow): string[] {
  return [fields['firstName'], fields['lastName']].filter((one) => typeof one === 'string');
}

/** Returns full names, contacts, addresses and numbers of a lead’s person. */
function listTexts(lead: LeadRow): string[] {
  const { fields } = lead;
  const names = listNames(lead);
  const texts = [
    names.join(' '),
    names.toReversed().join(' '),
    ...identifyingFields.map((name) => fields[name]),
    ...addresses.flatMap((name) => listLines(fields[name])),
  ];
  return texts.filter((one) => typeof one === 'string');
}

function listLines(address: LeadRow['fields'][string] | undefined): unknown[] {
  return typeof address === 'object' && 'addressLine1' in address
    ? [address.addressLine1, address.addressLine2]
    : [];
}

/** Returns what erasing the customer of a deal would empty; null if there is no such deal. */
async function dealHoldings(db: Db, id: string | null) {
  const deal = id === null ? undefined : await findRecord(db, 'deals', id);
  if (!deal) return null;
  const { name, operator_fields: fields } = deal;
  const values = [name, ...customerFields.map((field) => fields[field])];
  return { id: deal.id, fields: values.filter((value) => (value ?? '') !== '').length };
}

/** Erases the customer’s data in a deal and its history; the deal itself remains. */
async function eraseCustomer(tx: Db, dealId: string): Promise<void> {
  const texts = ['request', 'question', 'note'];
  await eraseFieldsInHistory(tx, dealId, ['name', ...texts, ...customerFields]);
  await eraseRequestTexts(tx, dealId);
  await eraseQuestionTexts(tx, dealId);
  await eraseDealFields(tx, dealId);
}
