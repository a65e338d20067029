import * as z from 'zod/mini';

/** Characters; longer than any service's identifiers. */
export const maxRecordIdLength = 200;

/** Whether a text can be a record's identifier at the service behind the portal: any one line that stays one part of a path, also where that is decoded too early. */
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

/** The path of one record of a collection, such as `/api/v1/lead/a%2Fb`. */
export function recordPath(collection: string, id: string): string {
  return `${collection}/${encodeURIComponent(id)}`;
}

/** A record's identifier as the service tells it: a text, though some write numbers. */
export const idText = z.pipe(
  z.union([z.string(), z.number()]),
  z.pipe(z.transform(String), z.string().check(z.refine(isRecordId))),
);
