import * as z from 'zod/mini';

/** The maximum length in characters, longer than the identifiers of any service. */
export const maxRecordIdLength = 200;

/**
 * Returns whether a text can be a record's identifier at the upstream service: any single line that
 * stays one path segment, even when it is decoded too early.
 */
export function isRecordId(id: string): boolean {
  const climbs = id.split(/[/\\]/).some((part) => part === '.' || part === '..');
  return (
    id !== '' &&
    id.length <= maxRecordIdLength &&
    !climbs &&
    id.isWellFormed() &&
    !/\p{Cc}/u.test(id)
  );
}

/** Returns the path of one record of a collection, such as `/api/v1/lead/a%2Fb`. */
export function recordPath(collection: string, id: string): string {
  return `${collection}/${encodeURIComponent(id)}`;
}

/** A record's identifier in a response: text, although some services send numbers. */
export const idText = z.pipe(
  z.union([z.string(), z.number()]),
  z.pipe(z.transform(String), z.string().check(z.refine(isRecordId))),
);
