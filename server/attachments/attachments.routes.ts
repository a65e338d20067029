import type { FastifyInstance, FastifyReply, FastifyBaseLogger, FastifyRequest } from 'fastify';

import { operator } from '#contract/operator/endpoints.ts';
import { attachmentEndpoints, isViewable } from '#contract/portal/attachments.ts';
import { v1 } from '#contract/v1/endpoints.ts';
import { type Caller, getSource } from '#server/auth/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { requireFound, ApiError } from '#server/errors/api-error.ts';
import { logFailure } from '#server/errors/log-failure.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { contentDisposition } from '#server/http/content-disposition.ts';
import { parseBody } from '#server/http/parsing.ts';
import { route } from '#server/http/routes.ts';
import { echoKey } from '#server/idempotency/idempotency.ts';
import {
  backgroundWork,
  scheduleEveryMinute,
  scheduleHourly,
} from '#server/jobs/scheduled-jobs.ts';
import { findVisible } from '#server/records/find-visible.ts';
import { requireVisible } from '#server/records/records.policy.ts';
import { lockRecord } from '#server/records/records.store.ts';
import { hasEmptyAnswer } from '#server/requests/request-changes.store.ts';

import { assertSender, assertWithdrawable } from './attachments.policy.ts';
import { presentListed } from './attachments.presenter.ts';
import {
  type AttachmentRow,
  changeType,
  findAttachment,
  listAttachments,
  withdrawAttachment,
} from './attachments.store.ts';
import { encryptStored } from './encrypt-stored.ts';
import { storeUpload } from './store-upload.ts';
import { deleteWithdrawn, sweepWithdrawn } from './sweep-withdrawn.ts';
import type { Storage } from './validate-files.ts';

/** How long files with viruses are kept for the operator, in milliseconds. */
const quarantineMs = 30 * 24 * 60 * 60 * 1000;

/** Registers the routes of attachments: upload, list, view, download, change, withdraw. */
export function attachmentRoutes(
  app: FastifyInstance,
  { now, ...storage }: Storage & { readonly now: () => Date },
): void {
  const { db, files } = storage;
  scheduleHourly(app, 'delete withdrawn files', async () => sweepWithdrawn(db, files));
  const encrypt = backgroundWork(app, 'not done: encrypt files');
  scheduleEveryMinute(app, 'encrypt files', async () =>
    encrypt(async () => encryptStored(db, files)),
  );
  scheduleHourly(app, 'delete files with viruses', async () => files.emptyQuarantine(quarantineMs));

  route(app, v1.createAttachments, async ({ caller, request, reply }) => {
    const created = await storeUpload({ ...storage, caller, request });
    echoKey(request, reply);
    return created;
  });

  route(app, attachmentEndpoints.listAttachments, async ({ caller, params }) => {
    const lead = await findVisible(db, caller, 'leads', params.id);
    return (await listAttachments(db, lead.id)).map((row) => presentListed(row, caller, now()));
  });

  route(app, attachmentEndpoints.downloadAttachment, async ({ caller, params, reply }) => {
    const attachment = requireVisible(caller, await findAttachment(db, params.id), 'attachment');
    return sendFile(reply, { db, files }, attachment);
  });

  route(app, attachmentEndpoints.viewAttachment, async ({ caller, params, reply }) => {
    const attachment = requireVisible(caller, await findAttachment(db, params.id), 'attachment');
    const canShow = isViewable({ mediaType: attachment.media_type });
    return sendFile(reply, { db, files }, attachment, canShow ? 'inline' : 'attachment');
  });

  route(app, attachmentEndpoints.changeAttachmentType, async ({ caller, params, request }) =>
    correctType({ db, caller, id: params.id, now: now() }, request),
  );

  route(app, attachmentEndpoints.withdrawAttachment, async ({ caller, params }) =>
    withdraw({ db, caller, id: params.id, now: now() }, files, app.log),
  );

  route(app, operator.downloadAttachment, async ({ params, reply }) => {
    const attachment = requireFound(await findAttachment(db, params.id), 'attachment');
    return sendFile(reply, { db, files }, attachment);
  });
}

/**
 * A file that is opened in the browser must not run or load anything. Only the browser's own page
 * around a picture has styles.
 */
const filePolicy = {
  attachment: "default-src 'none'; frame-ancestors 'none'; sandbox",
  inline: "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
};

/**
 * Sends the bytes of an attached file, to be saved or to be shown.
 * @throws ApiError 404 if it was withdrawn since its row was read
 */
async function sendFile(
  reply: FastifyReply,
  { db, files }: { db: Db; files: FileStore },
  attachment: AttachmentRow,
  disposition: keyof typeof filePolicy = 'attachment',
): Promise<FastifyReply> {
  const mayBeUnencrypted = !attachment.has_own_key;
  const bytes = await files
    .read(attachment.id, { mayBeUnencrypted })
    .catch(async (error: unknown) => {
      requireFound(await findAttachment(db, attachment.id), 'attachment');
      throw error;
    });
  return reply
    .headers({
      'content-disposition': contentDisposition(attachment.file_name, disposition),
      'content-length': attachment.size,
      'content-security-policy': filePolicy[disposition],
    })
    .type(attachment.media_type)
    .send(bytes);
}

/** A change of one file by a caller. */
interface FileChange {
  readonly db: Db;
  readonly caller: Caller;
  readonly id: string;
  readonly now: Date;
}

/** Corrects the type of a file that the caller sent. Returns the file. */
async function correctType({ db, caller, id, now }: FileChange, request: FastifyRequest) {
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
 * a request, and deletes its bytes. If they can’t be deleted now, logs that, and still withdraws
 * the file.
 */
async function withdraw(change: FileChange, files: FileStore, log: FastifyBaseLogger) {
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
    logFailure(log, error, 'bytes of a withdrawn file not deleted yet'),
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
