import { canChange, fullName, type Upload } from './uploads.ts';

/** What is known of a file at the service. */
export interface Listed {
  readonly fileName: string;
  readonly size: number;
}

/**
 * Says that this very file is there already: attached, as far as name and size tell, or picked a second time, by its bytes
 * where they were read. A warning only; some files are meant to be sent again.
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
  if (isAttached) return 'This very file is attached already.';
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
