import { useQuery } from '@tanstack/react-query';

import type { Session } from '#contract/portal/accounts.ts';
import type { Wait } from '#contract/portal/waiting-on.ts';
import { type RecordListName, typesByList } from '#contract/v1/record-types.ts';
import { type ReadRecord, recordId } from '#src/api/read-record.ts';
import { loadPart, whenIdle } from '#src/lib/load-lazily.ts';

/** Returns whether records can be unread: not for support, nor in front of an existing service. */
export function hasUnread({ account, capabilities }: Session): boolean {
  return capabilities.home && account.role !== 'support';
}

/** Returns the first part of the query keys of what marks the rows of a list. */
export const markersKey = (list: RecordListName) => [list, 'markers'] as const;

type Entries<Value> = readonly (readonly [id: string, value: Value])[];

/** The markers of the rows of a list, by the ids of records, as they are stored. */
export interface MarkerEntries {
  /** The text of an unread row: "Unread: changed by Pat Moss". */
  readonly unread: Entries<string>;
  /** The waits of those on which a request waits for the partner, whatever their status says. */
  readonly waits: Entries<Wait>;
}

const noWaits: ReadonlyMap<string, Wait> = new Map();
const none = { unread: new Map<string, string>(), waits: noWaits };
const toMarkers = ({ unread, waits }: MarkerEntries) => ({
  unread: new Map(unread),
  // The columns depend on it: most pages have none, and stay as they are.
  waits: waits.length === 0 ? noWaits : new Map(waits),
});

/**
 * Returns which of the rows are unread or asked for, by their ids. The request comes after the
 * rows: nothing waits for the markers.
 */
export function useRecordMarkers(
  list: RecordListName,
  rows: readonly ReadRecord<{ id: string }>[] | undefined,
  session: Session,
) {
  const ids = (rows ?? []).flatMap((row) => recordId(row) ?? []);
  const { data = none } = useQuery({
    select: toMarkers,
    queryKey: [...markersKey(list), ids.join()],
    meta: { records: [typesByList[list]] },
    queryFn: async ({ signal }) => {
      // Another request would delay the paint of the rows.
      await new Promise<void>((resolve) => {
        whenIdle(resolve);
      });
      // Another page has been opened since.
      signal.throwIfAborted();
      const { requestMarkers } = await loadPart(async () => import('./mark-read.ts'));
      return requestMarkers(list, ids, signal);
    },
    enabled: ids.length > 0 && session.capabilities.home,
  });
  return data;
}
