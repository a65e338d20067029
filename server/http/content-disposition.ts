import { create } from 'content-disposition';

/**
 * Returns the header that makes a browser save a file under its name (RFC 6266). Old browsers get a
 * name in ASCII, without characters that they decode or that Windows does not allow.
 */
export function contentDisposition(fileName: string): string {
  return create(fileName, { fallback: fileName.replaceAll(/[^\x20-\x7E]|["%*/:<>?\\|]/g, '_') });
}
