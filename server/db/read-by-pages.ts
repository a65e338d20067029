/**
 * Yields rows that are read page by page, so that a slow reader holds no database connection.
 * `read` returns the rows after one, at most `atOnce`; at first, the first ones.
 */
export async function* readByPages<Row>(
  read: (last: Row | undefined) => Promise<readonly Row[]>,
  atOnce: number,
): AsyncGenerator<Row> {
  let last: Row | undefined;
  for (;;) {
    const rows = await read(last);
    yield* rows;
    if (rows.length < atOnce) return;
    last = rows.at(-1);
  }
}
