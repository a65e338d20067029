/**
 * Returns the code of an error of Node, Fastify or the database (`ENOENT`, `FST_FILES_LIMIT`,
 * `23505`); undefined for errors without one.
 */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
}

/** The code of the database for a row that another one excludes, such as by its name. */
export const uniqueViolation = '23505';
