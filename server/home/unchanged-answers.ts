import { sql } from 'kysely';

import type { Db } from '#server/db/connect.ts';

/** How long an answer may be sent again, in milliseconds: what is overdue depends on the time. */
const maxAgeMs = 5_000;
const maxAnswers = 500;

interface Stored<Answer> {
  readonly at: number;
  readonly answer: Promise<Answer>;
}

/**
 * Answers that are sent again until anything is committed to the database. The snapshot of the
 * database is their version: two equal ones see the same, whichever process wrote, and no writer
 * keeps a number for it. It is taken before an answer is read, so that an answer that already has
 * a later change is not sent again: its snapshot does not come back.
 */
export class UnchangedAnswers<Answer> {
  readonly #db: Db;
  readonly #answers = new Map<string, Stored<Answer>>();
  #snapshot = '';

  constructor(db: Db) {
    this.#db = db;
  }

  /** Returns what `read` returned for this key, if nothing has changed since; else reads it. */
  async find(key: string, read: () => Promise<Answer>): Promise<Answer> {
    const { rows } = await sql<{ now: string }>`select pg_current_snapshot()::text as now`.execute(
      this.#db,
    );
    const snapshot = rows[0]?.now ?? '';
    if (snapshot !== this.#snapshot || this.#answers.size >= maxAnswers) this.#answers.clear();
    this.#snapshot = snapshot;
    const stored = this.#answers.get(key);
    if (stored && performance.now() - stored.at < maxAgeMs) return stored.answer;
    const answer = read();
    this.#answers.set(key, { at: performance.now(), answer });
    answer.catch(() => this.#answers.delete(key));
    return answer;
  }
}
