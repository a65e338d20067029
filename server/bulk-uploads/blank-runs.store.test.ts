import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import { newId } from '#server/db/ids.ts';
import { started } from '#server/testing/access/with-people.ts';
import { databases, openTestDatabase } from '#server/testing/database/databases.ts';

import { submittedRuns } from './blank-runs.store.ts';

type Run = readonly [number, number];

/** Returns the runs in a text: `3-20 22-15000`. */
const toRuns = (text: string) =>
  Array.from(text.matchAll(/(\d+)-(\d+)/g), ([, first, last]): Run => [
    Number(first),
    Number(last),
  ]);

describe.each(databases)('runs of submitted rows on %s', (kind) => {
  const database = started(async () => openTestDatabase(kind));

  /** What was sent, which rows of it are no leads, the runs returned, and the blank rows. */
  it.each<[string, string, number[], string, string?]>([
    ['nothing was sent', '', [], ''],
    ['all are leads', '2-12001', [], '2-12001'],
    ['none is a lead', '2-3', [2, 3], ''],
    ['a few are none', '2-15000', [2, 700, 701, 9_000, 15_000], '3-699 702-8999 9001-14999'],
    ['a late batch is missing', '2-14000 15001-16000', [500], '2-499 501-14000 15001-16000'],
    ['some are missing far back', '3-20 22-15000', [14_000], '3-20 22-13999 14001-15000'],
    [
      'hardly any was sent, and one far down the file',
      '5-5 9999999-10000001',
      [10_000_000],
      '5-5 9999999-9999999 10000001-10000001',
    ],
    ['all are blank', '', [], '', '2-900001'],
    [
      'a run of blank rows is between leads',
      '2-14000 900001-900005',
      [500],
      '2-499 501-14000 900001-900005',
      '14001-900000',
    ],
    [
      'a run of blank rows ends the file, and some before it are missing',
      '2-5000 5010-15000',
      [],
      '2-5000 5010-15000',
      '15001-15020',
    ],
  ])('are returned if %s', async (_what, sent, rejected, expected, blankRuns = '') => {
    const [stored, blank] = [toRuns(sent), toRuns(blankRuns)];
    const { db } = database;
    const id = newId();
    for (const [first, last] of stored)
      await sql`
        insert into bulk_upload_rows (upload_id, row_number, outcome, lead_id)
        select ${id}, n, case when n = any(${rejected}::integer[]) then 'rejected' else 'submitted' end,
          case when n = any(${rejected}::integer[]) then null else 'lead' end
        from generate_series(${first}::integer, ${last}::integer) as n`.execute(db);
    for (const [first, last] of blank)
      await sql`insert into bulk_upload_blank_runs values (${id}, ${first}, ${last})`.execute(db);
    const count = [...stored, ...blank].reduce((sum, [first, last]) => sum + last - first + 1, 0);
    expect(await submittedRuns(db, id, count)).toEqual(toRuns(expected));
  });
});
