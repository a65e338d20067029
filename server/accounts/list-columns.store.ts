import type { ViewList } from '#contract/portal/views.ts';
import type { Db } from '#server/db/connect.ts';

/** Returns the columns that an account chose last, as the addresses of the lists have them. */
export async function findListColumns(
  db: Db,
  accountId: string,
): Promise<{ list: ViewList; columns: string }[]> {
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
  { list, columns }: { list: ViewList; columns: string },
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
