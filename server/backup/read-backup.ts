import { text } from 'node:stream/consumers';

import {
  ContentSummary,
  type EntryContent,
  type Manifest,
  manifest,
  readEntryName,
} from './backup-content.ts';
import { damagedBackup, readArchive } from './read-archive.ts';

/** Handles the content of a backup. All bytes have to be read. */
export interface ContentReader {
  /** Rows of a table, each a JSON string in a line of its own. */
  rows(table: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  file(id: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
}

/** The most bytes read into memory at once: of rows, and of the manifest. */
const maxPartBytes = 2 ** 28;

/**
 * Reads a backup from its beginning to its end. Returns its manifest, once all that was read agrees
 * with it.
 * @throws ExplainedError with a sentence if the backup is damaged or incomplete
 */
export async function readBackup(
  file: string,
  passphrase: string | undefined,
  reader: ContentReader,
): Promise<Manifest> {
  const summary = new ContentSummary();
  let found: Manifest | undefined;
  for await (const entry of readArchive(file, passphrase)) {
    // As JSON: a name of anybody's making could steer the terminal.
    const name = JSON.stringify(entry.name.slice(0, 200));
    const content = readEntryName(entry.name);
    if (content === undefined) throw damagedBackup(`it has the entry ${name}, which no backup has`);
    if (!summary.accepts(content))
      throw damagedBackup(`${name} is there twice, or not in its place`);
    if (content.kind !== 'file' && entry.size > maxPartBytes)
      throw damagedBackup(`${name} is too large`);
    const bytes = summary.add(content, entry);
    if (content.kind === 'manifest') found = readManifest(await text(bytes));
    else await readContent(reader, content, bytes);
  }
  if (found === undefined) throw damagedBackup('it has no manifest.json, which is its end');
  compare(summary, found);
  return found;
}

async function readContent(
  reader: ContentReader,
  content: Exclude<EntryContent, { kind: 'manifest' }>,
  bytes: AsyncIterable<Uint8Array>,
): Promise<void> {
  if (content.kind === 'rows') await reader.rows(content.table, bytes);
  else await reader.file(content.id, bytes);
}

function readManifest(json: string): Manifest {
  try {
    return manifest.parse(JSON.parse(json));
  } catch {
    throw damagedBackup('its manifest.json is not what a backup has');
  }
}

/** @throws ExplainedError if the contents of a backup differ from its manifest */
function compare(summary: ContentSummary, { tables, attachments, sha256 }: Manifest): void {
  for (const table of Object.keys({ ...tables, ...summary.tables })) {
    const [count, expected] = [summary.tables[table] ?? 0, tables[table] ?? 0];
    if (count !== expected)
      throw damagedBackup(`it has ${count} rows of ${table}, and its manifest says ${expected}`);
  }
  if (summary.attachments !== attachments)
    throw damagedBackup(
      `it has ${summary.attachments} attached files, and its manifest says ${attachments}`,
    );
  if (summary.sha256() !== sha256) throw damagedBackup('its content is not what its manifest says');
}
