import { buffer } from 'node:stream/consumers';

import type { FastifyRequest } from 'fastify';

import { listKeys } from '#contract/typed-objects.ts';
import { fileEnding, isFittingEnding, type Attachment } from '#contract/v1/attachments.ts';
import { v1 } from '#contract/v1/endpoints.ts';
import {
  detectFileKind,
  type FileKindResult,
  type UnknownFile,
} from '#contract/v1/files/file-kind.ts';
import { recordAction } from '#server/audit/audit.store.ts';
import { type Caller, getSource } from '#server/auth/caller.ts';
import { getOrigin } from '#server/auth/origin.ts';
import type { Quotas } from '#server/config/files-config.ts';
import type { Db } from '#server/db/connect.ts';
import { isId } from '#server/db/ids.ts';
import { ApiError, partErrors } from '#server/errors/api-error.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { withIdempotency } from '#server/idempotency/idempotency.ts';
import { requireVisible } from '#server/records/records.policy.ts';
import { findRecord, type LeadRow } from '#server/records/records.store.ts';
import { type Scan, writeVirus } from '#server/scanning/scanner.ts';

import { presentAttachment } from './attachments.presenter.ts';
import {
  insertAttachments,
  lockQuotas,
  measureFiles,
  type NewAttachment,
} from './attachments.store.ts';
import { receiveUpload, type ReceivedUpload } from './receive-upload.ts';
import { readUpload, type UploadedFile } from './upload-parts.ts';

/** Where files are stored, and which. */
export interface Storage {
  readonly db: Db;
  readonly files: FileStore;
  /** null: files are not scanned. */
  readonly scan: Scan | null;
  readonly quotas: Quotas;
}

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
    const uploaded = await validateUpload(upload, received);
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
      if (hasQuotas(upload)) await lockQuotas(tx, caller);
      const full = await findOverQuota(tx, upload, received.texts, uploaded);
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

interface ValidatedFile extends UploadedFile {
  readonly mediaType: string;
}

/**
 * Validates the parts (400), then the kinds of the files (415), that there is room for them
 * (413), then scans them (422). Returns the files, or all errors of the first of these.
 */
async function validateUpload(upload: Upload, received: ReceivedUpload) {
  const { files, errors } = readUpload(received);
  const invalid = partErrors('invalid-fields', errors);
  if (invalid) return invalid;
  const uploaded: ValidatedFile[] = [];
  const wrongKinds = new Map<string, string>();
  for (const file of files) {
    const read = async (start: number, end: number) =>
      buffer(await upload.files.read(file.id, { start, end }));
    const { fileName, size, hasNul } = file;
    const result = await validateFile({ name: fileName, size, read, hasNul: () => hasNul });
    if (result.error === undefined) uploaded.push({ ...file, mediaType: result.mediaType });
    else wrongKinds.set(file.part, result.error);
  }
  return (
    partErrors('unsupported-file-type', wrongKinds) ??
    // Not only once they are scanned: quarantined files are in no quota.
    (await findOverQuota(upload.db, upload, received.texts, uploaded)) ??
    partErrors('virus-found', await scanFiles(upload, received.texts, uploaded)) ??
    uploaded
  );
}

/**
 * Scans the files. Moves those with viruses to where only the operator finds them, records that,
 * and returns a sentence for each.
 */
async function scanFiles(
  { scan, db, files, caller, request }: Upload,
  texts: ReceivedUpload['texts'],
  uploaded: readonly ValidatedFile[],
): Promise<ReadonlyMap<string, string>> {
  const errors = new Map<string, string>();
  if (scan === null) return errors;
  for (const { id: file, part } of uploaded) {
    const virus = await scan(await files.read(file));
    if (virus === undefined) continue;
    errors.set(part, writeVirus(virus));
    await files.quarantine(file);
    const origin = getOrigin(caller, request);
    const subject = { type: 'lead', id: texts.get('entityId') ?? '' };
    await recordAction(db, { ...origin, action: 'virus-found', subject, details: { virus, file } });
  }
  return errors;
}

/** Returns the kind of a file, detected from its bytes. Its extension must match that kind. */
async function validateFile(file: UnknownFile): Promise<FileKindResult> {
  const found = await detectFileKind(file);
  if (found.error !== undefined || isFittingEnding(fileEnding(file.name), found.kind)) return found;
  const { label, extensions } = found.kind;
  return { error: `This is a ${label} file: its name must end in .${extensions.join(' or .')}.` };
}

const quotaSubjects = {
  record: 'the files of a lead',
  person: 'the files that one person attaches',
  partner: 'all files of your organisation',
} as const;

const hasQuotas = ({ quotas }: Upload) => Object.values(quotas).some((quota) => quota !== Infinity);

/** Returns the error with each file for which the quotas leave no room, if any. */
async function findOverQuota(
  db: Db,
  upload: Upload,
  texts: ReceivedUpload['texts'],
  uploaded: readonly ValidatedFile[],
): Promise<ApiError | undefined> {
  const { caller, quotas } = upload;
  if (!hasQuotas(upload)) return undefined;
  const used = await measureFiles(db, caller, texts.get('entityId') ?? '');
  const errors = new Map<string, string>();
  for (const { part, size } of uploaded)
    for (const name of listKeys(quotaSubjects)) {
      used[name] += size;
      const quota = `${quotaSubjects[name]} can have ${quotas[name] / 1024 / 1024} MiB in total`;
      if (used[name] > quotas[name]) errors.set(part, `There’s no room for this file: ${quota}.`);
    }
  return partErrors('quota-exceeded', errors);
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
