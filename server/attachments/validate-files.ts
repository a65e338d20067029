import { buffer } from 'node:stream/consumers';

import { listKeys } from '#contract/typed-objects.ts';
import { fileEnding, isFittingEnding } from '#contract/v1/attachments.ts';
import {
  detectFileKind,
  type FileKindResult,
  type UnknownFile,
} from '#contract/v1/files/file-kind.ts';
import { recordAction } from '#server/audit/audit.store.ts';
import type { Origin } from '#server/auth/origin.ts';
import type { Quotas } from '#server/config/files-config.ts';
import type { Db } from '#server/db/connect.ts';
import { type ApiError, partErrors } from '#server/errors/api-error.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { type Scan, writeVirus } from '#server/scanning/scanner.ts';

import { type FileOwner, measureFiles } from './attachments.store.ts';
import type { UploadedFile } from './upload-parts.ts';

/** Where files are stored, and which. */
export interface Storage {
  readonly db: Db;
  readonly files: FileStore;
  /** null: files are not scanned. */
  readonly scan: Scan | null;
  readonly quotas: Quotas;
}

/** Files on their way to a lead: who sends them, and in whose quotas they are. */
export interface FileUpload extends Storage {
  readonly owner: FileOwner;
  readonly origin: Origin;
}

/** A file that can be attached. */
export interface ValidatedFile extends UploadedFile {
  readonly mediaType: string;
}

/**
 * Validates the kinds of files (415), that there is room for them (413), then scans them (422).
 * Returns the files, or all errors of the first of these.
 */
export async function validateFiles(
  upload: FileUpload,
  received: readonly UploadedFile[],
): Promise<ApiError | readonly ValidatedFile[]> {
  const uploaded: ValidatedFile[] = [];
  const wrongKinds = new Map<string, string>();
  for (const file of received) {
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
    (await findOverQuota(upload.db, upload, uploaded)) ??
    partErrors('virus-found', await scanFiles(upload, uploaded)) ??
    uploaded
  );
}

/**
 * Scans the files. Moves those with viruses to where only the operator finds them, records that,
 * and returns a sentence for each.
 */
async function scanFiles(
  { scan, db, files, owner, origin }: FileUpload,
  uploaded: readonly ValidatedFile[],
): Promise<ReadonlyMap<string, string>> {
  const errors = new Map<string, string>();
  if (scan === null) return errors;
  for (const { id: file, part } of uploaded) {
    const virus = await scan(await files.read(file));
    if (virus === undefined) continue;
    errors.set(part, writeVirus(virus));
    await files.quarantine(file);
    const subject = { type: 'lead', id: owner.leadId };
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

/** Returns whether anything limits how much is attached. */
export const hasQuotas = ({ quotas }: Storage) =>
  Object.values(quotas).some((quota) => quota !== Infinity);

/** Returns the error with each file for which the quotas leave no room, if any. */
export async function findOverQuota(
  db: Db,
  upload: FileUpload,
  uploaded: readonly ValidatedFile[],
): Promise<ApiError | undefined> {
  const { owner, quotas } = upload;
  if (!hasQuotas(upload)) return undefined;
  const used = await measureFiles(db, owner);
  const errors = new Map<string, string>();
  for (const { part, size } of uploaded)
    for (const name of listKeys(quotaSubjects)) {
      used[name] += size;
      const quota = `${quotaSubjects[name]} can have ${quotas[name] / 1024 / 1024} MiB in total`;
      if (used[name] > quotas[name]) errors.set(part, `There’s no room for this file: ${quota}.`);
    }
  return partErrors('quota-exceeded', errors);
}
