import { CompiledQuery } from 'kysely';

import type { Db } from '#server/db/connect.ts';
import { withinTime } from '#server/db/statement-limit.ts';

/** Adds a value to a statement and returns its placeholder. */
export type Bind = (value: unknown) => string;

/** A statement for the pool. */
export interface Query {
  /** Of a prepared statement. */
  readonly name?: string;
  readonly text: string;
  readonly values: unknown[];
}

/** Returns a statement with the values that it binds. */
export function statement(write: (bind: Bind) => string): Query {
  const values: unknown[] = [];
  return { text: write((value) => `$${values.push(value)}`), values };
}

/** A statement, or what writes it with the values that it binds. */
type Written = Query | ((bind: Bind) => string);

/** Runs a statement and returns its rows. */
export async function runStatement<Row>(db: Db, written: Written): Promise<Row[]> {
  const { text, values } = typeof written === 'function' ? statement(written) : written;
  const query: CompiledQuery<Row> = CompiledQuery.raw(text, values);
  return (await db.executeQuery(query)).rows;
}

/** Runs a statement, within the timeout of reads, and returns its rows. */
export async function queryRows<Row>(db: Db, written: Written, seconds?: number): Promise<Row[]> {
  return withinTime(db, async (tx) => runStatement<Row>(tx, written), seconds);
}

/** Returns the `where` of conditions; nothing without any. */
export function whereAll(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`;
}

/** Returns a condition of a `where` that has at least one. */
export function joinAll(conditions: readonly string[]): string {
  return conditions.length === 0 ? 'true' : conditions.join(' and ');
}

/** Returns a text as a pattern of `like` that matches it literally. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);
