import { withdrawablePeriodMs } from '#contract/portal/attachments.ts';
import type { Caller } from '#server/auth/caller.ts';
import { ApiError } from '#server/errors/api-error.ts';

import type { AttachmentRow } from './attachments.store.ts';

/** Returns whether the caller sent the file. */
export function isSender(
  { role, accountId }: Caller,
  { created_by: sender }: Pick<AttachmentRow, 'created_by'>,
): boolean {
  return role !== 'support' && sender === accountId;
}

/** Returns whether the file was sent so recently that it can be withdrawn. */
export function isWithdrawable(
  { created_at: sentAt }: Pick<AttachmentRow, 'created_at'>,
  now: Date,
) {
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
