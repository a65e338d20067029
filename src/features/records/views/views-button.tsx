import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';

import type { Session } from '#contract/portal/accounts.ts';
import type { ViewList } from '#contract/portal/views.ts';
import { FilterMenu } from '#src/ui/table/filter-menu.tsx';

const ViewsMenu = lazy(async () => ({ default: (await import('./views-menu.tsx')).ViewsMenu }));
const ViewName = lazy(async () => ({ default: (await import('./view-name.tsx')).ViewName }));

interface ViewsButtonProps {
  list: ViewList;
  session: Session;
  /** Called with the name of the view that is shown; with an empty text if none is. */
  onName: (name: string) => void;
}

/** Opens the menu of the views of a list. What it contains is loaded when it is opened. */
export function ViewsButton({ list, session, onName }: ViewsButtonProps) {
  const { search } = useLocation();
  if (!session.capabilities.views) return null;
  return (
    <>
      <FilterMenu label="Views" chosen={[]}>
        {(close) => (
          <ViewsMenu
            list={list}
            canShare={session.account.role === 'partner-admin'}
            onClose={close}
          />
        )}
      </FilterMenu>
      {search !== '' && (
        <Suspense>
          <ViewName list={list} onName={onName} />
        </Suspense>
      )}
    </>
  );
}
