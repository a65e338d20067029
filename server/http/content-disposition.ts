import { create } from 'content-disposition';

import { withoutFormatCharacters } from '#contract/v1/rules/rules.ts';

/**
 * Returns the header that makes a browser save a file under its name, or show it (RFC 6266). Old
 * browsers get a name in ASCII, without characters that they decode or that Windows does not allow.
 */
export function contentDisposition(fileName: string, type: 'attachment' | 'inline' = 'attachment') {
  const name = withoutFormatCharacters(fileName);
  const fallback = name.replaceAll(/[^\x20-\x7E]|["%*/:<>?\\|]/g, '_');
  return create(name, { type, fallback });
}
