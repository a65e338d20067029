import { ExplainedError } from '#server/errors/explained-error.ts';
import { systemErrorCode } from '#server/errors/system-error-code.ts';

/** Another version of the portal has migrated the database, which this one can’t. */
export class OtherVersionError extends ExplainedError {
  constructor(migration: string | undefined) {
    super(
      `The database is of another version of the portal, which has applied ${migration}: run that version, or a newer one.`,
    );
  }
}

/** Returns what to do about the extension for searching, which could not be created. */
export function explainSearch({ message }: Error): ExplainedError {
  return new ExplainedError(
    `The database that DATABASE_URL names cannot be used: ${message}; its administrator has to run “create extension pg_trgm” in it.`,
  );
}

/** Returns what to do about an error while the database was migrated; `failed`: what failed. */
export function explainMigration(failed: string, error: unknown): ExplainedError {
  if (error instanceof ExplainedError) return error;
  if (error instanceof Error && error.message.includes('pg_trgm')) return explainSearch(error);
  const reason = (error instanceof Error && error.message) || systemErrorCode(error);
  return new ExplainedError(
    `The database could not be migrated (${failed}): ${reason}. Check PostgreSQL, the DATABASE_ settings and the rights of the role there, then start again.`,
    { cause: error },
  );
}
