import { type ListedAttachment, withdrawablePeriodMs } from '#contract/portal/attachments.ts';
import type { Attachment } from '#contract/v1/attachments.ts';
import type { Caller } from '#server/auth/caller.ts';

import { isSender, isWithdrawable } from './attachments.policy.ts';
import type { AttachmentRow } from './attachments.store.ts';

/** Returns the API representation of an attachment. */
export function presentAttachment(row: AttachmentRow): Attachment {
  return {
    id: row.id,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    updatedAt: (row.updated_at ?? row.created_at).toISOString(),
    updatedBy: row.updated_by ?? row.created_by,
    fields: { fileName: row.file_name, type: row.type, entityType: 'LEAD', entityId: row.lead_id },
  };
}

/** Returns an attachment as the portal lists it, with what the caller may do with it. */
export function presentListed(row: AttachmentRow, caller: Caller, now: Date): ListedAttachment {
  const { fields, ...envelope } = presentAttachment(row);
  const until = new Date(row.created_at.getTime() + withdrawablePeriodMs).toISOString();
  return {
    ...envelope,
    fields: {
      ...fields,
      size: row.size,
      mediaType: row.media_type,
      isFromClient: row.upload_link_id !== null,
      isOwn: isSender(caller, row),
      withdrawableUntil: isSender(caller, row) && isWithdrawable(row, now) ? until : null,
    },
  };
}
