import { buffer } from 'node:stream/consumers';

import type { FastifyRequest } from 'fastify';

import { fileEnding, isFittingEnding, type Attachment } from '#contract/v1/attachments.ts';
import { v1 } from '#contract/v1/endpoints.ts';
import type { ErrorCode } from '#contract/v1/errors.ts';
import {
  detectFileKind,
  type FileKindResult,
  type UnknownFile,
} from '#contract/v1/files/file-kind.ts';
import { type Caller, getSource } from '#server/auth/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { isId } from '#server/db/ids.ts';
import { ApiError } from '#server/errors/api-error.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { once } from '#server/idempotency/idempotency.ts';
import { findRecord } from '#server/records/record.store.ts';
import { requireVisible } from '#server/records/records.policy.ts';

import { presentAttachment } from './attachments.presenter.ts';
import { insertAttachments, knownAttachments, type NewAttachment } from './attachments.store.ts';
import { receiveUpload, type ReceivedUpload } from './receive-upload.ts';
import { readUpload, type UploadedFile } from './upload-parts.ts';

interface Upload {
  readonly db: Db;
  readonly files: FileStore;
  readonly caller: Caller;
  readonly request: FastifyRequest;
}

/**
 * Stores an upload: all its files become attachments, or none. Returns one record for one file,
 * otherwise a list.
 */
export async function storeUpload(upload: Upload): Promise<Attachment | Attachment[]> {
  const { db, files, caller, request } = upload;
  const received = await receiveUpload(request, files, {
    onText: async (name, text) => {
      if (name === 'entityId') await requireLead(db, caller, text);
    },
  });
  const ids = [...received.files.values()].map((file) => file.id);
  // A file is committed once the row that names it is committed.
  let hasRows = false;
  try {
    const { uploaded, rejections } = await validateUpload(files, received);
    const keyed = {
      endpoint: v1.createAttachments,
      caller,
      request,
      content: toComparable(received),
    };
    const response = await once(db, keyed, async (tx) => {
      const entityId = received.texts.get('entityId');
      if (entityId) await requireLead(tx, caller, entityId);
      for (const rejected of rejections) throw rejected;
      const rows = await insertAttachments(
        tx,
        uploaded.map((file) => toRow(file, entityId ?? '', caller)),
      );
      hasRows = true;
      const records = rows.map(presentAttachment);
      return records.length === 1 && records[0] ? records[0] : records;
    });
    if (hasRows) await Promise.all(ids.map(async (id) => files.commit(id)));
    return response;
  } finally {
    if (!hasRows) await Promise.all(ids.map(async (id) => files.discard(id)));
  }
}

async function requireLead(db: Db, caller: Caller, id: string): Promise<void> {
  requireVisible(caller, isId(id) ? await findRecord(db, 'leads', id) : undefined, 'lead');
}

interface ValidatedFile extends UploadedFile {
  readonly mediaType: string;
}

/**
 * Validates the parts (400), then the kinds of the files (415). Each rejection reports all its
 * errors.
 */
async function validateUpload(
  store: FileStore,
  received: ReceivedUpload,
): Promise<{ uploaded: ValidatedFile[]; rejections: ApiError[] }> {
  const { files, errors } = readUpload(received);
  if (Object.keys(errors).length > 0)
    return { uploaded: [], rejections: [rejection('invalid-fields', errors)] };
  const uploaded: ValidatedFile[] = [];
  const wrongKinds: Record<string, string> = {};
  for (const file of files) {
    const read = async (start: number, end: number) =>
      buffer(await store.read(file.id, { start, end }));
    const { fileName, size, hasNul } = file;
    const result = await validateFile({ name: fileName, size, read, hasNul: () => hasNul });
    if (result.error === undefined) uploaded.push({ ...file, mediaType: result.mediaType });
    else wrongKinds[file.part] = result.error;
  }
  return {
    uploaded,
    rejections:
      Object.keys(wrongKinds).length > 0 ? [rejection('unsupported-file-type', wrongKinds)] : [],
  };
}

/** Returns the kind of a file, detected from its bytes. Its extension must match that kind. */
async function validateFile(file: UnknownFile): Promise<FileKindResult> {
  const found = await detectFileKind(file);
  if (found.error !== undefined || isFittingEnding(fileEnding(file.name), found.kind)) return found;
  const { label, extensions } = found.kind;
  return { error: `This is a ${label} file: its name must end in .${extensions.join(' or .')}.` };
}

function rejection(code: ErrorCode, errors: Record<string, string>): ApiError {
  const [[part, sentence] = ['', ''], ...more] = Object.entries(errors);
  const error =
    more.length === 0
      ? `${part}: ${sentence}`
      : `${more.length + 1} parts need attention: ${Object.keys(errors).join(', ')}.`;
  return new ApiError(code, error, { fields: errors });
}

function toRow(file: ValidatedFile, leadId: string, caller: Caller): NewAttachment {
  return {
    id: file.id,
    lead_id: leadId,
    type: file.type,
    file_name: file.fileName,
    media_type: file.mediaType,
    size: file.size,
    sha256: file.sha256,
    created_by: caller.accountId,
    created_via: getSource(caller),
  };
}

/**
 * Returns the content by which two uploads are compared: the names and texts of the parts, and the
 * hashes of the files.
 */
function toComparable({ texts, files }: ReceivedUpload): string {
  const parts = [
    ...texts,
    ...[...files].map(([name, file]) => [name, { sha256: file.sha256 }] as const),
  ];
  return JSON.stringify(parts.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** Longer than any upload takes: a newer file may still be arriving in another process. */
const abandonedAfterMs = 60 * 60 * 1000;

/**
 * Commits or discards the files that a crash left between writing and committing. A file is
 * committed if a database row names it.
 */
export async function sweepUploads(db: Db, files: FileStore): Promise<void> {
  const ids = await files.uncommitted(abandonedAfterMs);
  const known = await knownAttachments(db, ids);
  for (const id of ids) await (known.has(id) ? files.commit(id) : files.discard(id));
}
