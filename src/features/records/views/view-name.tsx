import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';

import type { ViewList } from '#contract/portal/views.ts';
import { builtInView, toViewQuery, viewsQuery } from '#src/api/records/views.ts';

// Loaded when the address has parameters, because the first page mostly has none.

interface ViewNameProps {
  list: ViewList;
  /** Called with the name of the view that is shown; with an empty text if none is. */
  onName: (name: string) => void;
}

/** Finds the view whose address is shown, unchanged, and passes on its name. */
export function ViewName({ list, onName }: ViewNameProps) {
  const [params] = useSearchParams();
  const query = toViewQuery(params);
  const { data: views = [] } = useQuery(viewsQuery);
  const own = views.find((view) => view.list === list && toViewQuery(view.query) === query);
  const name = own?.name ?? (query === builtInView.query ? builtInView.name : '');
  // A search narrows the view.
  const shown = params.has('q') ? '' : name;
  useEffect(() => {
    onName(shown);
    return () => onName('');
  }, [onName, shown]);
  return null;
}
