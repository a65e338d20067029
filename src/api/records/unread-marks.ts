import { useQuery } from '@tanstack/react-query';

import type { Session } from '#contract/portal/accounts.ts';
import { type ReadRecord, recordId } from '#src/api/read-record.ts';
import { whenIdle } from '#src/lib/load-later.ts';

/** The lists whose rows can be unread. */
export type UnreadList = 'leads' | 'deals';

/** Returns whether records can be unread: not for support, nor in front of an existing service. */
export function hasUnread({ account, capabilities }: Session): boolean {
  return capabilities.home && account.role !== 'support';
}

/** Returns the first part of the query keys of what is unread. */
export const unreadKey = (list: UnreadList) => [list, 'unread'] as const;

/** The ids of unread records, each with what it says: "Unread: changed by Pat Moss". */
export type UnreadEntries = readonly (readonly [id: string, words: string])[];

const none: ReadonlyMap<string, string> = new Map();
const textsById = (entries: UnreadEntries): ReadonlyMap<string, string> => new Map(entries);

/**
 * Returns what the unread ones of the rows say, by their ids. The request comes after the rows:
 * nothing waits for the marks.
 */
export function useUnread(
  list: UnreadList,
  rows: readonly ReadRecord<{ id: string }>[] | undefined,
  session: Session,
): ReadonlyMap<string, string> {
  const ids = (rows ?? []).flatMap((row) => recordId(row) ?? []);
  const { data = none } = useQuery({
    select: textsById,
    queryKey: [...unreadKey(list), ids.join()],
    meta: { records: [list === 'leads' ? 'lead' : 'deal'] },
    queryFn: async ({ signal }) => {
      // Another request would delay the paint of the rows.
      await new Promise<void>((resolve) => {
        whenIdle(resolve);
      });
      // Another page is shown by now.
      signal.throwIfAborted();
      return (await import('./reading.ts')).requestUnread(list, ids, signal);
    },
    enabled: ids.length > 0 && hasUnread(session),
  });
  return data;
}
