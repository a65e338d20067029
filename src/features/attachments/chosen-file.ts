/** The file on disk is no longer the one that was chosen. */
export class FileGoneError extends Error {
  constructor(options?: ErrorOptions) {
    super(
      'The file was changed, moved or deleted after you chose it. Remove it here and choose it again.',
      options,
    );
  }
}

/**
 * Asserts that a chosen file can still be read: a browser rejects every byte of one that was saved
 * again, moved or deleted.
 * @throws FileGoneError
 */
export async function assertReadable(file: File): Promise<void> {
  if (file.size === 0) return;
  try {
    const { byteLength } = await file.slice(0, 1).arrayBuffer();
    if (byteLength === 1) return;
  } catch (error) {
    throw new FileGoneError({ cause: error });
  }
  throw new FileGoneError();
}
