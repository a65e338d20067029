/**
 * Thrown in a worker where a part that is loaded late did not load. The page finds out why, and
 * repeats its call.
 */
export class MissingPartError extends Error {
  override message = 'Part of the portal couldn’t be loaded. Try again.';
}

/**
 * Loads a part of a worker.
 * @throws MissingPartError
 */
export async function loadWorkerPart<Part>(load: () => Promise<Part>): Promise<Part> {
  return load().catch((cause: unknown) => {
    throw new MissingPartError(undefined, { cause });
  });
}
