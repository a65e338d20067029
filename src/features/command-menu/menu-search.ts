import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { recordSearchQuery } from '#src/api/records/record-search.ts';

/** How long after the last key the text is searched for, in milliseconds. */
const debounceMs = 120;

/** The records that a text finds. */
export type RecordsFound = ReturnType<typeof useMenuSearch>;

/** Returns what a text finds; until the response is there, what was found before. */
export function useMenuSearch(text: string) {
  const q = useDebounced(text);
  const query = useQuery(recordSearchQuery(q));
  const { error, data, isPlaceholderData } = query;
  const isAsked = text !== '' && q !== '';
  const found = isAsked && error === null ? data : undefined;
  return {
    records: found?.records ?? [],
    /** Whether nothing matches as typed, but for typing errors. */
    isTolerant: found?.isTolerant === true && found.records.length > 0,
    /** Whether the records are still those of a former text. */
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
