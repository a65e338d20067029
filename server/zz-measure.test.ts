import { writeFileSync } from 'node:fs';

import { test } from 'vitest';

import { findRecords } from '#server/search/find-records.ts';
import { openTestDatabase } from '#server/testing/database/databases.ts';
import { fillSearched } from '#server/testing/search/fill-searched.ts';
import { searchQueries } from '#server/testing/search/search-queries.ts';
test('m', { timeout: 900000 }, async () => {
  const database = await openTestDatabase('PostgreSQL');
  const { records } = await fillSearched(database.db, 7, 30000);
  for (const t of ['leads', 'deals', 'changes']) await database.pool.query(`vacuum analyze ${t}`);
  const queries = searchQueries(records, 3, 200);
  const out = [];
  for (const round of [0, 1, 2]) {
    const times = [];
    let found = 0;
    for (const { q, meant } of queries) {
      const s = performance.now();
      const r = await findRecords(database.db, { scope: { everything: true }, q, limit: 5 });
      times.push(performance.now() - s);
      if (r.records.some(({ id }) => meant.includes(id))) found += 1;
    }
    times.sort((a, b) => a - b);
    out.push({ round, found, median: times[100], p95: times[190] });
  }
  const sizes = (
    await database.pool.query(
      `select relname, pg_relation_size(oid) as size from pg_class where relname ~ '^(leads|deals)(_by_(joined|end|words).*)?$'`,
    )
  ).rows;
  writeFileSync(process.env.OUT ?? '', JSON.stringify({ out, sizes }, null, 1));
  await database.close();
});
