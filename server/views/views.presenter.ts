import type { View } from '#contract/portal/views.ts';
import type { Caller } from '#server/auth/caller.ts';

import { canChangeView } from './views.policy.ts';
import { toCurrentQuery } from './views.rules.ts';
import type { ViewRow } from './views.store.ts';

/** Returns a view as the caller sees it. */
export function presentView(caller: Caller, view: ViewRow): View {
  return {
    id: view.id,
    list: view.list,
    name: view.name,
    query: toCurrentQuery(view.list, view.query).toString(),
    isShared: view.partner_id !== null,
    canChange: canChangeView(caller, view),
    isPinned: view.is_pinned,
  };
}
