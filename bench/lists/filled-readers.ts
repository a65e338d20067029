import pg from 'pg';

import { fillWithManyLeads, type Readers } from '#server/testing/filled-database.ts';
import type { ContactPerson, Person } from '#server/testing/people.ts';

import { everything } from './baseline-sql.ts';
import type { ReaderName } from './measured-lists.ts';

/** A reader, the SQL condition of their leads, and what stands for the places in a query. */
export interface MeasuredReader {
  readonly bearer: Readonly<Record<string, string>>;
  readonly session: Readonly<Record<string, string>>;
  readonly scope: string;
  readonly places: readonly (readonly [string, string])[];
}

/**
 * Returns the readers of the database at `url`, which is filled with leads if it has none. They are
 * stored in a table of the bench, so that a filled database can be measured again.
 */
export async function filledReaders(
  url: string,
  leads: number,
): Promise<Readonly<Record<ReaderName, MeasuredReader>>> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  await pool.query('create table if not exists bench_readers (readers jsonb not null)');
  const stored = await pool.query<{ readers: Readers }>('select readers from bench_readers');
  let readers = stored.rows[0]?.readers;
  if (readers === undefined) {
    console.log(`Creating ${leads} leads …`);
    readers = await fillWithManyLeads(url, leads);
    await pool.query('insert into bench_readers values ($1)', [JSON.stringify(readers)]);
  }
  await pool.end();
  const { support, admin, smallAdmin, broker } = readers;
  return {
    support: measured(support, smallAdmin, everything),
    admin: measured(admin, admin, `partner_id = '${admin.partnerId}'`),
    smallAdmin: measured(smallAdmin, smallAdmin, `partner_id = '${smallAdmin.partnerId}'`),
    broker: measured(broker, broker, `contact_id = '${broker.contactId}'`),
  };
}

function measured(
  { bearer, session }: Person,
  owner: ContactPerson,
  scope: string,
): MeasuredReader {
  const places = [
    ['{partner}', owner.partnerId],
    ['{contact}', owner.contactId],
    ['{upload}', `upload-${owner.partnerId}`],
  ] as const;
  return { bearer, session, scope, places };
}
