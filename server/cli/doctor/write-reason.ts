import { systemErrorCode } from '#server/errors/system-error-code.ts';

/** Returns why something failed, without a final full stop, in words where there are some. */
export function writeReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // For a request, the reason is the cause of its failure.
  if (error.message === 'fetch failed') return writeReason(error.cause);
  return (error.message || systemErrorCode(error) || error.name).replace(/\.$/, '');
}
