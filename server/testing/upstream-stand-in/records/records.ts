import { appendFileSync, existsSync, readFileSync } from 'node:fs';

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

/**
 * All records: in memory and, with a journal, in a file that survives the process however it ends,
 * one JSON line each, before the response is sent.
 */
export class Records {
  readonly leads = new Map<string, Lead>();
  readonly deals = new Map<string, Deal>();
  readonly attachments = new Map<string, Attachment>();
  readonly #journal: string | undefined;

  /** Loads the journal at this path. */
  constructor(journal?: string) {
    this.#journal = journal;
    if (journal === undefined || !existsSync(journal)) return;
    for (const line of readFileSync(journal, 'utf8').split('\n').slice(0, -1))
      this.#store(JSON.parse(line) as Entry);
  }

  get isEmpty(): boolean {
    return this.leads.size + this.deals.size + this.attachments.size === 0;
  }

  /** Stores new records, or new states of records, all or none. */
  save(entries: readonly Entry[]): void {
    const lines = entries.map((entry) => `${JSON.stringify(entry)}\n`);
    if (this.#journal !== undefined) appendFileSync(this.#journal, lines.join(''));
    for (const entry of entries) this.#store(entry);
  }

  #store(entry: Entry): void {
    if ('lead' in entry) this.leads.set(entry.lead.id, entry.lead);
    else if ('deal' in entry) this.deals.set(entry.deal.id, entry.deal);
    else this.attachments.set(entry.attachment.id, entry.attachment);
  }
}
