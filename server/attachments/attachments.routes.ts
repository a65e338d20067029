import type { FastifyInstance, FastifyReply } from 'fastify';

import { operator } from '#contract/operator/endpoints.ts';
import { attachmentEndpoints, isViewable } from '#contract/portal/attachments.ts';
import { v1 } from '#contract/v1/endpoints.ts';
import type { Db } from '#server/db/connect.ts';
import { requireFound } from '#server/errors/api-error.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { contentDisposition } from '#server/http/content-disposition.ts';
import { route } from '#server/http/routes.ts';
import { echoKey } from '#server/idempotency/idempotency.ts';
import { backgroundWork } from '#server/jobs/background-work.ts';
import { scheduleEveryMinute, scheduleHourly } from '#server/jobs/scheduled-jobs.ts';
import { findVisible } from '#server/records/record.store.ts';
import { requireVisible } from '#server/records/records.policy.ts';

import { presentListed } from './attachments.presenter.ts';
import { type AttachmentRow, findAttachment, listAttachments } from './attachments.store.ts';
import { correctType, sweepWithdrawn, withdraw } from './change-attachment.ts';
import { encryptStored } from './encrypt-stored.ts';
import { type Storage, storeUpload } from './store-upload.ts';

/** How long files with viruses are kept for the operator, in milliseconds. */
const quarantineMs = 30 * 24 * 60 * 60 * 1000;

/** Registers the routes of attachments: upload, list, view, download, change, withdraw. */
export function attachmentRoutes(
  app: FastifyInstance,
  { now, ...storage }: Storage & { readonly now: () => Date },
): void {
  const { db, files } = storage;
  scheduleHourly(app, 'delete withdrawn files', async () => sweepWithdrawn(db, files));
  const encrypt = backgroundWork(app, 'files not encrypted');
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
  const mayBePlain = !attachment.has_own_key;
  const bytes = await files.read(attachment.id, { mayBePlain }).catch(async (error: unknown) => {
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
