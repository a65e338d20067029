import { closeSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';

import type { Owner } from './people.ts';

/** The envelope of every record. */
export interface Envelope<Fields> {
  readonly id: string;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly updatedAt: string;
  readonly updatedBy: string;
  readonly fields: Fields;
}

/** The fields of a lead or deal as in responses. */
export type OwnedFields = Owner & Readonly<Record<string, unknown>>;

export interface Lead extends Envelope<OwnedFields> {
  /**
   * Every creation field as it was sent. Fields that the lead table does not list never appear in
   * responses.
   */
  readonly submitted: Readonly<Record<string, unknown>>;
}

export type Deal = Envelope<OwnedFields>;

export interface Attachment extends Envelope<{
  readonly fileName: string;
  readonly type: string;
  readonly entityType: 'LEAD';
  readonly entityId: string;
}> {
  /**
   * The size and hash of the received file, for comparison: the bytes themselves are not stored.
   */
  readonly content: { readonly size: number; readonly sha256: string };
}

/** A record with the collection it is in. */
export type Entry =
  | { readonly lead: Lead }
  | { readonly deal: Deal }
  | { readonly attachment: Attachment };

/** All records: in memory and, with a journal, on the disk before the response is sent. */
export class Records {
  readonly leads = new Map<string, Lead>();
  readonly deals = new Map<string, Deal>();
  readonly attachments = new Map<string, Attachment>();
  readonly #journal: Journal | undefined;

  /** Loads the journal at this path. */
  constructor(journalPath?: string) {
    if (journalPath === undefined) return;
    this.#journal = openJournal(journalPath);
    for (const entry of this.#journal.entries) this.#store(entry as Entry);
  }

  get isEmpty(): boolean {
    return this.leads.size + this.deals.size + this.attachments.size === 0;
  }

  /** Stores new records, or new states of records, all or none. */
  save(entries: readonly Entry[]): void {
    this.#journal?.append(entries);
    for (const entry of entries) this.#store(entry);
  }

  close(): void {
    this.#journal?.close();
  }

  #store(entry: Entry): void {
    if ('lead' in entry) this.leads.set(entry.lead.id, entry.lead);
    else if ('deal' in entry) this.deals.set(entry.deal.id, entry.deal);
    else this.attachments.set(entry.attachment.id, entry.attachment);
  }
}

/** A file of stored entries, one JSON line each, that survives the process however it ends. */
export interface Journal {
  /** The entries of earlier processes, oldest first. */
  readonly entries: readonly unknown[];
  /** Returns when the entries are on the disk. */
  readonly append: (entries: readonly unknown[]) => void;
  readonly close: () => void;
}

/**
 * Opens or creates a journal. Removes a truncated last line, because its request never got a
 * response.
 */
export function openJournal(path: string): Journal {
  const file = openSync(path, 'a+');
  const bytes = readFileSync(file);
  const end = bytes.lastIndexOf('\n') + 1;
  ftruncateSync(file, end);
  const lines = bytes.subarray(0, end).toString().split('\n').slice(0, -1);
  return {
    entries: lines.map((line): unknown => JSON.parse(line)),
    append: (entries) => {
      writeSync(file, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
      fsyncSync(file);
    },
    close: () => closeSync(file),
  };
}
