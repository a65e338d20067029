import { sql } from 'kysely';

import { listAttachments, removeAttachments } from '#server/attachments/attachments.store.ts';
import { emptyRows, type Person, rowsAbout } from '#server/bulk-uploads/rows-about-lead.store.ts';
import type { Db } from '#server/db/connect.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { blankAnswersAbout } from '#server/idempotency/idempotency.store.ts';

import { findLead, type LeadRow, lockLead } from './leads.store.ts';

/** What a lead holds of a person. */
export interface LeadHoldings {
  /** Fields with a value, of both sides. */
  readonly fields: number;
  readonly files: number;
  /** Rows of bulk uploads of which cells or edits are kept that tell of the person. */
  readonly uploadRows: number;
  /** The deal it became, which holds its customer's name in its own right; null: none. */
  readonly dealId: string | null;
}

/** What erasing a lead would empty; undefined when there is no such lead. */
export async function leadHoldings(db: Db, id: string): Promise<LeadHoldings | undefined> {
  const lead = await findLead(db, id);
  return (
    lead && {
      fields: Object.keys(lead.fields).length + Object.keys(lead.operator_fields).length,
      files: (await listAttachments(db, id)).length,
      uploadRows: (await rowsAbout(db, personOf(lead))).length,
      dealId: lead.converted_deal_id,
    }
  );
}

/**
 * Empties a lead for good, for the privacy of its person (design, section 3: erasure): fields, files, what bulk uploads keep of the
 * person, and the answers kept for safe retries. Its id, place, status and dates stay, and so does who of support read its files.
 * Files go before their rows do, so that what a crash leaves is done by erasing once more.
 */
export async function eraseLead(db: Db, files: FileStore, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const lead = await lockLead(tx, id);
    if (!lead) return;
    await emptyRows(tx, await rowsAbout(tx, personOf(lead)));
    const attachments = await listAttachments(tx, id);
    for (const attachment of attachments) await files.remove(attachment.id);
    await removeAttachments(tx, id);
    await blankAnswersAbout(tx, id);
    await tx
      .updateTable('leads')
      .set({
        fields: {},
        operator_fields: {},
        search: '',
        updated_at: sql`now()`,
        version: sql`version + 1`,
      })
      .where('id', '=', id)
      .execute();
  });
}

function personOf({ id, partner_id: partnerId, fields }: LeadRow): Person {
  const { phone, secondaryPhone, email, secondaryEmail } = fields;
  const contacts = [phone, secondaryPhone, email, secondaryEmail];
  return { leadId: id, partnerId, contacts: contacts.filter((one) => typeof one === 'string') };
}
