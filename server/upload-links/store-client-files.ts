import type { FastifyRequest } from 'fastify';

import { maxFilesByLink } from '#contract/portal/upload-links.ts';
import { fileNameRule } from '#contract/v1/attachments.ts';
import {
  insertAttachments,
  listSentByLink,
  lockQuotas,
  type NewAttachment,
} from '#server/attachments/attachments.store.ts';
import {
  listReceivedIds,
  type NamedFile,
  receiveFormFiles,
  type FormFile,
} from '#server/attachments/receive-upload.ts';
import {
  type FileUpload,
  findOverQuota,
  hasQuotas,
  type Storage,
  validateFiles,
  type ValidatedFile,
} from '#server/attachments/validate-files.ts';
import { recordAction } from '#server/audit/audit.store.ts';
import type { Origin } from '#server/auth/origin.ts';
import type { Db } from '#server/db/connect.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { toApiError } from '#server/http/errors.ts';
import { lockRecord } from '#server/records/records.store.ts';
import { addRequestFiles } from '#server/requests/request-changes.store.ts';
import { lockRequest } from '#server/requests/requests.store.ts';

import type { UploadLinkRow } from './upload-links.store.ts';

/** What became of a file: why it was not received, if so. */
export interface SentResult {
  readonly fileName: string;
  readonly error?: string;
}

interface Upload extends Storage {
  readonly link: UploadLinkRow;
  readonly request: FastifyRequest;
  /**
   * Asserts that the link still works.
   * @throws ApiError 404
   */
  readonly assertWorks: (tx: Db) => Promise<void>;
}

/**
 * Attaches the files of a client’s form to the lead of the request, each by itself: one that can’t
 * be attached keeps none of the others out. A file that was sent before is received once.
 */
export async function storeClientFiles(upload: Upload): Promise<SentResult[]> {
  const { files } = upload;
  const sent = await receiveFormFiles(upload.request, files);
  const stored = new Set<string>();
  try {
    return await storeEach(upload, sent, stored);
  } finally {
    const others = listReceivedIds(sent).filter((id) => !stored.has(id));
    await Promise.all(others.map(async (id) => files.discard(id)));
  }
}

/**
 * Stores the files one after another. Once one was received, a failure is that of the files that
 * it concerns: it hides none that was received.
 */
async function storeEach(upload: Upload, sent: readonly FormFile[], stored: Set<string>) {
  const results: SentResult[] = [];
  let failure: string | undefined;
  for (const file of sent) {
    const { fileName } = file;
    try {
      const error =
        failure ?? ('error' in file ? file.error : await storeFile(upload, file, stored));
      results.push({ fileName, ...(error !== undefined && { error }) });
    } catch (error) {
      if (!(error instanceof Error) || results.every((one) => one.error !== undefined)) throw error;
      failure = describeError(toApiError(error, upload.request));
      results.push({ fileName, error: failure });
    }
  }
  return results;
}

/** Returns who sends files by a link: nobody who is known, not even by address. */
function toOrigin({ partner_id: partnerId }: UploadLinkRow): Origin {
  return { actor: { type: 'unknown', id: null }, partnerId, address: null };
}

/** Stores one file, and adds its id to `stored`. Returns why it can’t be received, if so. */
async function storeFile(upload: Upload, received: NamedFile, stored: Set<string>) {
  const { link } = upload;
  const name = fileNameRule(received.fileName);
  if (name.error !== undefined) return name.error;
  if (received.size === 0) return 'This file is empty.';
  const owner = { leadId: link.lead_id, accountId: link.account_id, partnerId: link.partner_id };
  const checked = { ...upload, owner, origin: toOrigin(link) };
  const valid = await validateFiles(checked, [
    { ...received, part: 'file', type: '', fileName: name.value },
  ]);
  if (valid instanceof ApiError) return describeError(valid);
  const error = await upload.db
    .transaction()
    .execute(async (tx) => attachFiles(tx, checked, valid, stored));
  if (error instanceof ApiError) return describeError(error);
  if (error === 'sent before') return undefined;
  await upload.files.commit(received.id);
  return undefined;
}

/**
 * Attaches the files in a transaction, unless the link has ended, and adds their ids to `stored`.
 * Returns why it did not.
 */
async function attachFiles(
  tx: Db,
  upload: Upload & FileUpload,
  files: readonly ValidatedFile[],
  stored: Set<string>,
): Promise<ApiError | 'sent before' | undefined> {
  const { link } = upload;
  // The lead first, as whoever erases it does.
  await lockRecord(tx, 'leads', link.lead_id);
  const asked = await lockRequest(tx, link.request_id);
  await upload.assertWorks(tx);
  const before = await listSentByLink(tx, link);
  if (before.some((one) => files.some(({ sha256 }) => one.sha256 === sha256))) return 'sent before';
  if (before.length >= maxFilesByLink)
    return new ApiError('too-many-files', `This link takes ${maxFilesByLink} files at most.`);
  if (hasQuotas(upload)) await lockQuotas(tx, link.partner_id);
  const full = await findOverQuota(tx, upload, files);
  if (full) return full;
  await insertAttachments(
    tx,
    files.map((file) => toRow(file, link, asked?.document_type ?? '')),
  );
  // Before the commit: its response can be lost, and the rows are there.
  for (const { id } of files) stored.add(id);
  const { request_id: id, partner_id } = link;
  await addRequestFiles(
    tx,
    { id, partner_id },
    files.map((file) => file.id),
    true,
  );
  await recordAction(tx, {
    ...upload.origin,
    action: 'client-files-received',
    subject: { type: 'lead', id: link.lead_id },
    details: { request: id, files: files.length },
  });
  return undefined;
}

function toRow(file: ValidatedFile, link: UploadLinkRow, type: string): NewAttachment {
  return {
    id: file.id,
    lead_id: link.lead_id,
    lead_partner_id: link.partner_id,
    type,
    file_name: file.fileName,
    media_type: file.mediaType,
    size: file.size,
    sha256: file.sha256,
    created_by: link.account_id,
    created_via: 'portal',
    upload_link_id: link.id,
  };
}

/** Returns an error of a file in the words of somebody who knows nothing of leads and quotas. */
function describeError({ code, fields, message }: ApiError): string {
  if (code === 'quota-exceeded')
    return 'There’s no room for this file. Tell whoever sent the link.';
  if (code === 'not-found') return 'This link has ended. Ask the person who sent it for a new one.';
  return fields?.['file'] ?? message;
}
