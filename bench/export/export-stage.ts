import pg from 'pg';

import type { Person } from '#server/testing/people.ts';

import type { Reader } from './download.ts';

/** A running service whose partner has all leads of its database. */
export interface ExportStage {
  readonly database: string;
  readonly service: string;
  /** The process of the service. */
  readonly pid: number;
  readonly admin: Person;
  readonly leads: number;
  /** Where files can be written, by the database too. */
  readonly folder: string;
}

export function readerOf({ service, admin }: ExportStage): Reader {
  return { service, headers: admin.session };
}

/** Runs work with a connection to the database. */
export async function connected<Result>(
  { database }: ExportStage,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
