import { readFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * The tables, one file per noun, in the order in which a new database gets them: a file refers to
 * earlier ones alone. Migrations change a database that exists.
 */
export const tableFiles = [
  'settings partners accounts sign-in keys records deals leads attachments totals history feed',
  'requests home views drafts exports bulk-changes bulk-uploads upstream idempotency audit',
  'version-before',
].flatMap((names) => names.split(' ').map((name) => `db/schema/${name}.sql`));

/** The table of the texts that were applied, which each database gets first. */
export const schemaFilesTable = 'db/schema/schema-files.sql';

/**
 * Functions, triggers and views, each once and in its latest form, in the order in which their
 * files are applied. It matters for functions whose body is one SQL expression alone: what they
 * call has to exist.
 */
export const functionFiles = [
  'history/history.functions.sql',
  'partners/partners.functions.sql',
  'records/records.functions.sql',
  'records/list/totals.functions.sql',
  'deals/deals.functions.sql',
  'attachments/attachments.functions.sql',
  'requests/requests.functions.sql',
  'questions/questions.functions.sql',
  'home/home.functions.sql',
  'follow-ups/follow-ups.functions.sql',
  'outcomes/outcomes.functions.sql',
  'feed/feed.functions.sql',
  'live/live.functions.sql',
  'auth/keys.functions.sql',
];

const server = path.join(import.meta.dirname, '..');

/** Returns the text of one of these files. */
export async function readSchemaFile(name: string): Promise<string> {
  return readFile(path.join(server, name), 'utf8');
}
