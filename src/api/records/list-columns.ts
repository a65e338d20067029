import { useMutation, useQueryClient } from '@tanstack/react-query';

import type { Session } from '#contract/portal/accounts.ts';
import { listColumnEndpoints } from '#contract/portal/list-columns.ts';
import type { RecordListName } from '#contract/v1/record-types.ts';
import { call } from '#src/api/client.ts';
import { sessionQuery } from '#src/api/session.ts';

/**
 * Returns the mutation that stores the columns that the person chose for a list; none for the usual
 * ones. This page has them at once; a failure is not reported, because the address has them too.
 */
export function useChooseColumns(list: RecordListName) {
  const queryClient = useQueryClient();
  return useMutation({
    // In sequence, so that the last choice wins.
    scope: { id: `columns of ${list}` },
    mutationFn: async (columns: readonly string[]) => {
      await call(listColumnEndpoints.chooseColumns, { body: { list, columns: columns.join('.') } });
    },
    onMutate: (columns) => {
      const chosen = columns.length > 0 ? [...columns] : undefined;
      queryClient.setQueryData(
        sessionQuery.queryKey,
        (session: Session | null | undefined) =>
          session && { ...session, columns: { ...session.columns, [list]: chosen } },
      );
    },
  });
}
