import { type ListedAttachment, withdrawablePeriodMs } from '#contract/portal/attachments.ts';
import type { Attachment } from '#contract/v1/attachments.ts';
import type { Caller } from '#server/auth/caller.ts';
import { ApiError } from '#server/errors/api-error.ts';

import type { AttachmentRow } from './attachments.store.ts';

/** Returns whether the caller sent the file. */
function isSender(
  { role, accountId }: Caller,
  { created_by: sender }: Pick<AttachmentRow, 'created_by'>,
): boolean {
  return role !== 'support' && sender === accountId;
}

/** Returns whether the file was sent so recently that it can be withdrawn. */
function isWithdrawable({ created_at: sentAt }: Pick<AttachmentRow, 'created_at'>, now: Date) {
  return now.getTime() < sentAt.getTime() + withdrawablePeriodMs;
}

/**
 * Asserts that the caller sent the file.
 * @throws ApiError 403
 */
export function assertSender(caller: Caller, attachment: AttachmentRow): void {
  if (!isSender(caller, attachment))
    throw new ApiError('no-access', 'Only the person who sent this file can change it.');
}

/**
 * Asserts that the file can still be withdrawn.
 * @throws ApiError 409
 */
export function assertWithdrawable(attachment: AttachmentRow, now: Date): void {
  if (isWithdrawable(attachment, now)) return;
  const sentence = 'A file can be removed for 24 hours after it was sent. That time is over.';
  throw new ApiError('too-late-to-withdraw', sentence);
}

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
      isOwn: isSender(caller, row),
      withdrawableUntil: isSender(caller, row) && isWithdrawable(row, now) ? until : null,
    },
  };
}
