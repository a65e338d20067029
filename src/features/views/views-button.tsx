import { lazy } from 'react';

import type { Session } from '#contract/portal/accounts.ts';
import type { ViewList } from '#contract/portal/views.ts';
import { FilterMenu } from '#src/ui/table/filter-menu.tsx';

const ViewsMenu = lazy(async () => ({ default: (await import('./views-menu.tsx')).ViewsMenu }));

interface ViewsButtonProps {
  list: ViewList;
  session: Session;
}

/** Opens the menu of the views of a list. What it contains is loaded when it is opened. */
export function ViewsButton({ list, session }: ViewsButtonProps) {
  if (!session.capabilities.views) return null;
  return (
    <FilterMenu label="Views" chosen={[]}>
      {(close) => (
        <ViewsMenu
          list={list}
          canShare={session.account.role === 'partner-admin'}
          onClose={close}
        />
      )}
    </FilterMenu>
  );
}
