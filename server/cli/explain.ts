import { ExplainedError } from '#server/errors/explained-error.ts';
import { recordTables } from '#server/records/records.store.ts';

import { explainPage, explainPlans } from './explain-lists.ts';
import { runCommand } from './run-command.ts';

const usage = `Usage: npm run explain -- [leads|deals] [query]
  without a query   print every statement that can read a page of the list: when, why, and how it is planned
  with a query      print the one that reads it for support, e.g. npm run explain -- leads 'q=smith&sort=updatedAt'
                    with by=status, waitingOn or contact, the one that adds up its groups`;

const [list = 'leads', query] = process.argv.slice(2);

await runCommand(usage, async (db) => {
  const table = recordTables.find((one) => one === list);
  if (!table) throw new ExplainedError(usage);
  return query === undefined ? explainPlans(db, table) : explainPage(db, table, query);
});
