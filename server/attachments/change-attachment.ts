import type { FastifyBaseLogger, FastifyRequest } from 'fastify';

import { attachmentEndpoints, type ListedAttachment } from '#contract/portal/attachments.ts';
import { type Caller, getSource } from '#server/auth/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { loggedFailure } from '#server/errors/logged-failure.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { parseBody } from '#server/http/parsing.ts';
import { lockRecord } from '#server/records/record.store.ts';
import { requireVisible } from '#server/records/records.policy.ts';
import { hasEmptyAnswer } from '#server/requests/request-changes.store.ts';

import {
  changeType,
  forgetWithdrawnFile,
  listWithdrawnFiles,
  withdrawAttachment,
} from './attachment-changes.store.ts';
import { assertSender, assertWithdrawable } from './attachments.policy.ts';
import { presentListed } from './attachments.presenter.ts';
import { findAttachment } from './attachments.store.ts';

/** A change of one file by a caller. */
interface FileChange {
  readonly db: Db;
  readonly caller: Caller;
  readonly id: string;
  readonly now: Date;
}

/** Corrects the type of a file that the caller sent. Returns the file. */
export async function correctType(
  { db, caller, id, now }: FileChange,
  request: FastifyRequest,
): Promise<ListedAttachment> {
  const row = await db.transaction().execute(async (tx) => {
    const attachment = await lockOwn(tx, { caller, id });
    const { type } = parseBody(attachmentEndpoints.changeAttachmentType, request);
    if (type === attachment.type) return attachment;
    await changeType(tx, attachment, { type, by: caller.accountId, via: getSource(caller) });
    return (await findAttachment(tx, id)) ?? attachment;
  });
  return presentListed(row, caller, now);
}

/**
 * Withdraws a file that the caller sent less than 24 hours ago, unless it is all that was sent for
 * a request, and deletes its bytes. If they
 * can’t be deleted now, `log` is told, and the file is withdrawn all the same.
 */
export async function withdraw(
  change: FileChange,
  files: FileStore,
  log: FastifyBaseLogger,
): Promise<void> {
  const { db, caller, id, now } = change;
  await db.transaction().execute(async (tx) => {
    const file = await lockOwn(tx, change);
    assertWithdrawable(file, now);
    await withdrawAttachment(tx, id, { by: caller.accountId, via: getSource(caller) });
    // Afterwards, because an answer that names the file was waited for.
    if (await hasEmptyAnswer(tx, file.lead_id))
      throw new ApiError(
        'request-state-conflict',
        'The lender is looking at this file, which it asked for. Send the right one first.',
      );
  });
  await deleteWithdrawn(db, files, [id]).catch((error: unknown) =>
    log.warn(loggedFailure(error), 'bytes of a withdrawn file not deleted yet'),
  );
}

/**
 * Returns the file, with its lead locked: the changes of a lead are recorded one after another.
 * @throws ApiError 404 or 403
 */
async function lockOwn(db: Db, { caller, id }: Pick<FileChange, 'caller' | 'id'>) {
  const found = requireVisible(caller, await findAttachment(db, id), 'attachment');
  assertSender(caller, found);
  await lockRecord(db, 'leads', found.lead_id);
  // It can have been changed, withdrawn or reassigned before the lock.
  return requireVisible(caller, await findAttachment(db, id), 'attachment');
}

/** Deletes the bytes of withdrawn files that a crash or a failure left. */
export async function sweepWithdrawn(db: Db, files: FileStore): Promise<void> {
  await deleteWithdrawn(db, files, await listWithdrawnFiles(db));
}

async function deleteWithdrawn(db: Db, files: FileStore, ids: readonly string[]): Promise<void> {
  const failures: unknown[] = [];
  for (const id of ids)
    try {
      await files.remove(id);
      await forgetWithdrawnFile(db, id);
    } catch (error) {
      failures.push(error);
    }
  // One that can't be deleted leaves none of the others.
  if (failures.length > 0) throw failures[0];
}
