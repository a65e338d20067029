import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';

import type { RecordListName } from '#contract/v1/record-types.ts';
import { toViewQuery, useViewChanges, viewsQuery } from '#src/api/records/views.ts';
import { leaveWhenRemoved } from '#src/ui/elements/focus-heading.ts';
import { PopoverMenu } from '#src/ui/table/popover-menu.tsx';

import { builtInView } from './built-in-view.ts';
import { ViewForm } from './view-form.tsx';

import s from './views.module.css';

// Loaded when the address has parameters, because the first page mostly has none.

interface SavedViewProps {
  list: RecordListName;
  /** Whether views can be shared with the partner. */
  canShare: boolean;
  /** Called with the name of the view that is shown; with an empty text if none is. */
  onName: (name: string) => void;
}

/** Passes on the name of the view that is shown, unchanged; saves a changed list as a new view. */
export function SavedView({ list, canShare, onName }: SavedViewProps) {
  const [params] = useSearchParams();
  const query = toViewQuery(params);
  const { data: views } = useQuery(viewsQuery);
  const own = views?.find((view) => view.list === list && toViewQuery(view.query) === query);
  const name = own?.name ?? (query === builtInView.query ? builtInView.name : '');
  // A search narrows the view.
  const shown = params.has('q') ? '' : name;
  useEffect(() => {
    onName(shown);
    return () => onName('');
  }, [onName, shown]);
  // Columns and groups alone are kept for the person without a view.
  const isWorthIt = [...new URLSearchParams(query).keys()].some(
    (key) => !['columns', 'group'].includes(key),
  );
  if (views === undefined || name !== '' || !isWorthIt) return null;
  return (
    <PopoverMenu label="Save as view" look="plain">
      {() => <NewView {...{ list, canShare, query }} isSearched={params.has('q')} />}
    </PopoverMenu>
  );
}

interface NewViewProps extends Omit<SavedViewProps, 'onName'> {
  query: string;
  /** Whether the list is searched, which a view is not. */
  isSearched: boolean;
}

/** Saves what a list shows as a view, whose name the heading has then. */
function NewView({ list, canShare, query, isSearched }: NewViewProps) {
  const { save } = useViewChanges();
  return (
    <div ref={leaveWhenRemoved}>
      <ViewForm
        title="Save this list as a view"
        submitText="Save view"
        canShare={canShare}
        isPending={save.isPending}
        error={save.error}
        onSubmit={(view) => save.mutate({ list, query, ...view })}
      />
      {isSearched && <p className={`${s.hint} soft`}>The words of the search aren’t saved.</p>}
    </div>
  );
}
