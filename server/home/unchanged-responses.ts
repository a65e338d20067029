import type { Db } from '#server/db/connect.ts';

import { readSnapshot } from './home.store.ts';

/** How long a response may be sent again, in milliseconds: what is overdue depends on the time. */
const maxAgeMs = 5_000;
const maxResponses = 500;

/**
 * Responses that are sent again until anything is committed to the database. The snapshot of the
 * database is their version: two equal ones see the same, whichever process wrote, and no writer
 * keeps a number for it. It is taken before a response is read, so that a response that already has
 * a later change is not sent again: its snapshot does not come back.
 */
export class UnchangedResponses<Content> {
  readonly #db: Db;
  readonly #responses = new Map<string, { at: number; response: Promise<Content> }>();
  #snapshot = '';

  constructor(db: Db) {
    this.#db = db;
  }

  /** Returns the last result of `read` for this key if nothing has changed since; else reads. */
  async find(key: string, read: () => Promise<Content>): Promise<Content> {
    const snapshot = await readSnapshot(this.#db);
    if (snapshot !== this.#snapshot || this.#responses.size >= maxResponses)
      this.#responses.clear();
    this.#snapshot = snapshot;
    const stored = this.#responses.get(key);
    if (stored && performance.now() - stored.at < maxAgeMs) return stored.response;
    const response = read();
    this.#responses.set(key, { at: performance.now(), response });
    response.catch(() => this.#responses.delete(key));
    return response;
  }
}
