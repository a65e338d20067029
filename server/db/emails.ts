import { type RawBuilder, sql } from 'kysely';

// Emails identify people, so none may compare as equal to another person’s. Unicode maps several
// characters to one letter: `İ` and the Kelvin sign become the i and k of somebody else.

/** Returns an email as it is compared: the letters A to Z in lower case, all else as it is. */
export const foldEmail = (email: string) =>
  email.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Returns SQL for whether a column or expression is an email, compared as by {@link foldEmail}. */
export function hasEmail(column: string | RawBuilder<unknown>, email: string) {
  const stored = typeof column === 'string' ? sql.ref(column) : column;
  return sql<boolean>`lower(${stored} collate "C") = lower(${email}::text collate "C")`;
}
