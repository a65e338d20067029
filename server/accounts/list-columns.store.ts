import type { ListColumns } from '#contract/portal/accounts.ts';
import type { RecordListName } from '#contract/v1/record-types.ts';
import type { Db } from '#server/db/connect.ts';

/** Returns the columns that an account chose last for each list. */
export async function readListColumns(db: Db, accountId: string): Promise<ListColumns> {
  const rows = await findListColumns(db, accountId);
  return Object.fromEntries(rows.map(({ list, columns }) => [list, columns.split('.')]));
}

/** Returns the columns that an account chose last, as the addresses of the lists have them. */
async function findListColumns(db: Db, accountId: string) {
  return db
    .selectFrom('list_columns')
    .select(['list', 'columns'])
    .where('account_id', '=', accountId)
    .execute();
}

/** Stores the columns that an account chose for a list; empty: the usual ones. */
export async function saveListColumns(
  db: Db,
  accountId: string,
  { list, columns }: { list: RecordListName; columns: string },
): Promise<void> {
  if (columns === '')
    await db
      .deleteFrom('list_columns')
      .where('account_id', '=', accountId)
      .where('list', '=', list)
      .execute();
  else
    await db
      .insertInto('list_columns')
      .values({ account_id: accountId, list, columns })
      .onConflict((conflict) => conflict.columns(['account_id', 'list']).doUpdateSet({ columns }))
      .execute();
}
