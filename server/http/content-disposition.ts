import { create } from 'content-disposition';

/**
 * Returns the header that makes a browser save a file under its name, or show it (RFC 6266). Old
 * browsers get a name in ASCII, without characters that they decode or that Windows does not allow.
 */
export function contentDisposition(
  fileName: string,
  type: 'attachment' | 'inline' = 'attachment',
): string {
  const fallback = fileName.replaceAll(/[^\x20-\x7E]|["%*/:<>?\\|]/g, '_');
  return create(fileName, { type, fallback });
}
