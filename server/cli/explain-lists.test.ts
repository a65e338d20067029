import { expect, it } from 'vitest';

import { pagePlans } from '#server/records/list/page-plans.store.ts';
import { recordTables } from '#server/records/records.store.ts';
import { testDatabase } from '#server/testing/access/with-people.ts';

import { explainPage, explainPlans } from './explain-lists.ts';

it('every plan of a list is explained by a query that it reads', async () => {
  const database = await testDatabase();
  for (const table of recordTables) {
    const parts = (await explainPlans(database.db, table)).split('\n\n');
    expect(parts.map((part) => part.slice(0, part.indexOf(':')))).toEqual(
      pagePlans.map(({ name }) => name),
    );
    for (const part of parts) expect(part).toMatch(/\n {2}\S.*cost=/);
  }
  expect(await explainPage(database.db, 'leads', 'bulkUploadId=none')).toMatch(/^few found: /);
  expect(await explainPage(database.db, 'leads', 'by=waitingOn')).toMatch(/^groups: [^]*cost=/);
});
