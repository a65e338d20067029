import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { PageQuery } from './list-page.ts';

/**
 * Returns how many rows a list has on all its pages, once one of them is loaded; undefined if that
 * is not known. `filters` are its search and filters as text. Requests nothing: the list does.
 */
export function useListTotal<Row, K extends QueryKey>(
  query: PageQuery<Row, K>,
  filters: string,
): number | undefined {
  const [known, setKnown] = useState<{ filters: string; total: number | undefined }>();
  const { data, isPlaceholderData } = useQuery({ ...query, enabled: false });
  const isNews = data && (known?.filters !== filters || known.total !== data.total);
  // Another page of the list has the same number.
  if (isNews && !isPlaceholderData) setKnown({ filters, total: data.total });
  return known?.filters === filters ? known.total : undefined;
}
