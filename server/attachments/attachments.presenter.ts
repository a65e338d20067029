import type { ListedAttachment } from '#contract/portal/attachments.ts';
import type { Attachment } from '#contract/v1/attachments.ts';

import type { AttachmentRow } from './attachments.store.ts';

/**
 * Returns the API representation of an attachment. An attachment never changes, so its update time
 * is its creation time.
 */
export function presentAttachment(row: AttachmentRow): Attachment {
  const madeAt = row.created_at.toISOString();
  return {
    id: row.id,
    createdAt: madeAt,
    createdBy: row.created_by,
    updatedAt: madeAt,
    updatedBy: row.created_by,
    fields: { fileName: row.file_name, type: row.type, entityType: 'LEAD', entityId: row.lead_id },
  };
}

/** Returns an attachment as the portal lists it. */
export function presentListed(row: AttachmentRow): ListedAttachment {
  const { fields, ...envelope } = presentAttachment(row);
  return { ...envelope, fields: { ...fields, size: row.size, mediaType: row.media_type } };
}
