import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { type FoundRecord, searchEndpoints } from '#contract/portal/search.ts';

import { call } from './client.ts';

/** How long after the last key the text is searched for, in milliseconds. */
const debounceMs = 120;

/** What a text finds. */
export interface RecordSearch {
  readonly records: readonly FoundRecord[];
  /** Whether nothing matches as typed, but for typing errors. */
  readonly isTolerant: boolean;
  /** Whether the records are still those of a former text. */
  readonly isOutdated: boolean;
  readonly error: Error | null;
  readonly onRetry: () => void;
}

/** Returns what a text finds; until the response is there, what was found before. */
export function useRecordSearch(text: string): RecordSearch {
  const q = useDebounced(text);
  const query = useQuery(recordSearchQuery(q));
  const { error, data, isPlaceholderData } = query;
  const isAsked = text !== '' && q !== '';
  const found = isAsked && error === null ? data : undefined;
  return {
    records: found?.records ?? [],
    isTolerant: found?.isTolerant === true && found.records.length > 0,
    isOutdated:
      text !== '' && (text !== q || (error === null && (data === undefined || isPlaceholderData))),
    error: isAsked && text === q ? error : null,
    onRetry: () => void query.refetch(),
  };
}

function useDebounced(text: string): string {
  const [latest, setLatest] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setLatest(text), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  return latest;
}

/**
 * Returns the query for the leads and deals that a text finds, the best match first. The text is
 * sent in the body of the request, and forgotten by the portal soon after.
 */
function recordSearchQuery(q: string) {
  return queryOptions({
    queryKey: ['record-search', q],
    queryFn: async ({ signal }) =>
      (await call(searchEndpoints.searchRecords, { body: { q }, signal })).data,
    enabled: q !== '',
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });
}
