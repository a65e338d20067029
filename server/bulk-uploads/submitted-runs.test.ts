import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import { newId } from '#server/db/ids.ts';
import { started } from '#server/testing/access/with-people.ts';
import { databases, openTestDatabase } from '#server/testing/database/databases.ts';

import { submittedRuns } from './blank-runs.store.ts';

type Run = readonly [number, number];

describe.each(databases)('runs of submitted rows on %s', (kind) => {
  const database = started(async () => openTestDatabase(kind));

  it.each<[string, Run[], number[], Run[], Run[]?]>([
    ['nothing was sent', [], [], []],
    ['all are leads', [[2, 12_001]], [], [[2, 12_001]]],
    ['none is a lead', [[2, 3]], [2, 3], []],
    [
      'a few are none',
      [[2, 15_000]],
      [2, 700, 701, 9_000, 15_000],
      [
        [3, 699],
        [702, 8_999],
        [9_001, 14_999],
      ],
    ],
    [
      'a batch of the last ones is missing',
      [
        [2, 14_000],
        [15_001, 16_000],
      ],
      [500],
      [
        [2, 499],
        [501, 14_000],
        [15_001, 16_000],
      ],
    ],
    [
      'some are missing far back',
      [
        [3, 20],
        [22, 15_000],
      ],
      [14_000],
      [
        [3, 20],
        [22, 13_999],
        [14_001, 15_000],
      ],
    ],
    [
      'hardly any was sent, and one far down the file',
      [
        [5, 5],
        [9_999_999, 10_000_001],
      ],
      [10_000_000],
      [
        [5, 5],
        [9_999_999, 9_999_999],
        [10_000_001, 10_000_001],
      ],
    ],
    ['all are blank', [], [], [], [[2, 900_001]]],
    [
      'a run of blank rows is between leads',
      [
        [2, 14_000],
        [900_001, 900_005],
      ],
      [500],
      [
        [2, 499],
        [501, 14_000],
        [900_001, 900_005],
      ],
      [[14_001, 900_000]],
    ],
    [
      'a run of blank rows ends the file, and some before it are missing',
      [
        [2, 5_000],
        [5_010, 15_000],
      ],
      [],
      [
        [2, 5_000],
        [5_010, 15_000],
      ],
      [[15_001, 15_020]],
    ],
  ])('are returned if %s', async (_what, stored, rejected, runs, blank = []) => {
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
    expect(await submittedRuns(db, id, count)).toEqual(runs);
  });
});
