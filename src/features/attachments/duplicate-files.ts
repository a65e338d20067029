import { canChange, fullName, type Upload } from './uploads.ts';

/** A file in the service's list, as far as duplicate detection needs it. */
export interface Listed {
  readonly fileName: string;
  readonly size: number;
}

/**
 * Returns a warning if a file is a duplicate: already attached, by name and size, or added twice,
 * by its digest if both were computed and else by name and size. Only a warning, because some files
 * are meant to be sent again.
 */
export function duplicateWarning(
  upload: Upload,
  uploads: readonly Upload[],
  listed: readonly Listed[],
): string | undefined {
  if (!canChange(upload)) return undefined;
  const { file } = upload;
  const isAttached = listed.some(
    (one) =>
      one.size === file.size && (one.fileName === fullName(upload) || one.fileName === file.name),
  );
  if (isAttached) return 'This file is already attached.';
  const earlier = uploads.slice(0, uploads.indexOf(upload)).find((one) => isSame(one, upload));
  return earlier && `This is the same file as ${earlier.file.name}, which you added before.`;
}

function isSame(one: Upload, other: Upload): boolean {
  if (one.state === 'checking' || one.state === 'invalid' || one.file.size !== other.file.size)
    return false;
  if (!('digest' in other) || one.digest === undefined || other.digest === undefined)
    return one.file.name === other.file.name;
  return one.digest === other.digest;
}
