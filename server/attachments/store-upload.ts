import type { FastifyRequest } from 'fastify';

import type { Attachment } from '#contract/v1/attachments.ts';
import { v1 } from '#contract/v1/endpoints.ts';
import { type Caller, getSource } from '#server/auth/caller.ts';
import { getOrigin } from '#server/auth/origin.ts';
import type { Db } from '#server/db/connect.ts';
import { isId } from '#server/db/ids.ts';
import { ApiError, partErrors } from '#server/errors/api-error.ts';
import { withIdempotency } from '#server/idempotency/idempotency.ts';
import { requireVisible } from '#server/records/records.policy.ts';
import { findRecord, type LeadRow } from '#server/records/records.store.ts';

import { presentAttachment } from './attachments.presenter.ts';
import { insertAttachments, lockQuotas, type NewAttachment } from './attachments.store.ts';
import { receiveUpload, type ReceivedUpload } from './receive-upload.ts';
import { readUpload } from './upload-parts.ts';
import {
  type FileUpload,
  findOverQuota,
  hasQuotas,
  type Storage,
  validateFiles,
  type ValidatedFile,
} from './validate-files.ts';

interface Upload extends Storage {
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
    const checked = toFileUpload(upload, received);
    const uploaded = await validateUpload(checked, received);
    const keyed = {
      endpoint: v1.createAttachments,
      caller,
      request,
      content: toComparable(received),
    };
    const response = await withIdempotency(db, keyed, async (tx) => {
      const entityId = received.texts.get('entityId');
      const lead = entityId ? await requireLead(tx, caller, entityId) : undefined;
      if (uploaded instanceof ApiError) throw uploaded;
      if (hasQuotas(upload)) await lockQuotas(tx, caller.partnerId);
      const full = await findOverQuota(tx, checked, uploaded);
      if (full) throw full;
      const rows = await insertAttachments(
        tx,
        uploaded.map((file) => toRow(file, lead, caller)),
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

async function requireLead(db: Db, caller: Caller, id: string) {
  return requireVisible(caller, isId(id) ? await findRecord(db, 'leads', id) : undefined, 'lead');
}

/** Returns whose quotas an upload is in: its files are the caller’s, on the lead that it names. */
function toFileUpload(upload: Upload, { texts }: ReceivedUpload): FileUpload {
  const { caller, request } = upload;
  const { accountId, partnerId } = caller;
  const owner = { accountId, partnerId, leadId: texts.get('entityId') ?? '' };
  return { ...upload, owner, origin: getOrigin(caller, request) };
}

/** Validates the parts (400), then the files. Returns the files, or the errors. */
async function validateUpload(upload: FileUpload, received: ReceivedUpload) {
  const { files, errors } = readUpload(received);
  return partErrors('invalid-fields', errors) ?? validateFiles(upload, files);
}

function toRow(file: ValidatedFile, lead: LeadRow | undefined, caller: Caller): NewAttachment {
  return {
    id: file.id,
    lead_id: lead?.id ?? '',
    lead_partner_id: lead?.partner_id ?? '',
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
