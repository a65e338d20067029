import { createHash } from 'node:crypto';

import * as z from 'zod/mini';

import { isId } from '#server/db/ids.ts';

import type { ArchiveEntry } from './write-archive.ts';

/** A backup’s description of itself, its last entry: an archive without it is no backup. */
export const manifest = z.object({
  createdAt: z.string(),
  /** The last migration of the schema. */
  migration: z.string(),
  /** How many rows each table has. */
  tables: z.record(z.string(), z.number()),
  /** How many attached files there are. */
  attachments: z.number(),
  /** Of the names, sizes and bytes of all entries before. */
  sha256: z.string(),
});
export type Manifest = z.infer<typeof manifest>;

export const manifestName = 'manifest.json';

/** What an entry is: the rows of a part of a table, each a line, an attached file, or the end. */
export type EntryContent =
  | { readonly kind: 'rows'; readonly table: string; readonly part: number }
  | { readonly kind: 'file'; readonly id: string }
  | { readonly kind: 'manifest' };

export const rowsName = (table: string, part: number) => `tables/${table}/${part}.jsonl`;
export const fileName = (id: string) => `files/${id}`;

/** Returns the kind of an entry by its name; undefined for a name that no backup has. */
export function readEntryName(name: string): EntryContent | undefined {
  if (name === manifestName) return { kind: 'manifest' };
  const [folder, ...rest] = name.split('/');
  if (folder === 'files' && rest.length === 1 && isId(rest[0] ?? ''))
    return { kind: 'file', id: rest[0] ?? '' };
  const [, table, part] = /^tables\/([a-z][a-z\d_]{0,62})\/([1-9]\d{0,8})\.jsonl$/.exec(name) ?? [];
  return table === undefined ? undefined : { kind: 'rows', table, part: Number(part) };
}

/** Returns the contents of a backup, in words. */
export function describeContent({ tables, attachments }: Pick<Manifest, 'tables' | 'attachments'>) {
  const counts = Object.values(tables).filter((count) => count > 0);
  const rows = counts.reduce((sum, count) => sum + count, 0);
  return `${rows} rows of ${counts.length} tables and ${attachments} attached files`;
}

const lineBreak = 0x0a;

/** Counts and hashes the entries of a backup as they are written or read. */
export class ContentSummary {
  readonly #hash = createHash('sha256');
  readonly #rows = new Map<string, number>();
  #attachments = 0;
  #last: EntryContent | undefined;

  /**
   * Returns whether an entry may come now: the parts of a table follow each other, each table is
   * there once, files come after all tables, sorted by id, and nothing after the manifest.
   */
  accepts(next: EntryContent): boolean {
    const last = this.#last;
    if (last?.kind === 'manifest') return false;
    if (next.kind === 'manifest') return true;
    if (next.kind === 'file') return last?.kind !== 'file' || last.id < next.id;
    if (last?.kind === 'file') return false;
    if (last?.table === next.table) return next.part === last.part + 1;
    return next.part === 1 && !this.#rows.has(next.table);
  }

  /** Returns the bytes of an entry, and adds them to the summary as they pass. */
  async *add(content: EntryContent, { name, size, bytes }: ArchiveEntry) {
    this.#last = content;
    if (content.kind === 'file') this.#attachments += 1;
    const isCounted = content.kind !== 'manifest';
    if (isCounted) this.#hash.update(`${name}\0${size}\0`);
    for await (const chunk of bytes) {
      if (isCounted) this.#hash.update(chunk);
      if (content.kind === 'rows')
        this.#rows.set(content.table, (this.#rows.get(content.table) ?? 0) + countLines(chunk));
      yield chunk;
    }
  }

  /** The number of rows of each table that has any. */
  get tables(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#rows);
  }

  get attachments(): number {
    return this.#attachments;
  }

  /** Returns the hash of all entries, once. */
  sha256(): string {
    return this.#hash.digest('hex');
  }
}

function countLines(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(lineBreak); at !== -1; at = bytes.indexOf(lineBreak, at + 1))
    count += 1;
  return count;
}
