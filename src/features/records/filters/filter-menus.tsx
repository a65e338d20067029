import { lazy } from 'react';

import type { Session } from '#contract/portal/accounts.ts';
import { waitingOnLabel } from '#contract/portal/waiting-on.ts';
import type { RecordFilters } from '#src/api/records/list/filter-words.ts';
import type { FilterTexts } from '#src/api/records/list/list-search.ts';
import type { FilterMenuProps } from '#src/ui/table/filter-menu.tsx';

/** The filters of one of the lists, and who filters. */
export interface FilterProps {
  list: 'leads' | 'deals';
  session: Session;
  search: RecordFilters;
  /** Called with the changed filters; the list then returns to its first page. */
  onFilters: (changes: FilterTexts) => void;
}

const FilterChoices = lazy(async () => ({
  default: (await import('./filter-choices.tsx')).FilterChoices,
}));
const MoreFilters = lazy(async () => ({
  default: (await import('./more-filters.tsx')).MoreFilters,
}));

/**
 * Returns the menus of the filters that the service supports. What they contain is loaded when one
 * is opened.
 */
export function filterMenus(props: FilterProps): FilterMenuProps[] {
  const { session, search } = props;
  const { role } = session.account;
  const menu = (
    name: 'status' | 'subStatus' | 'waitingOn' | 'brokerId' | 'brokerRepId',
    label: string,
    chosen: readonly string[],
  ) => ({
    label,
    chosen,
    children: () => <FilterChoices {...props} name={name} label={label} />,
  });
  const menus = [
    menu('status', 'Status', search.status),
    menu('subStatus', 'Sub-status', search.subStatus),
  ];
  // Only the portal's own records have the others.
  if (!session.capabilities.home) return menus;
  const waitingOn = search.waitingOn.map((on) => waitingOnLabel(on, role === 'support'));
  const owner = {
    broker: [],
    'partner-admin': [menu('brokerRepId', 'Contact', search.brokerRepId ? ['one'] : [])],
    support: [menu('brokerId', 'Partner', search.brokerId ? ['one'] : [])],
  }[role];
  return [
    ...menus,
    menu('waitingOn', 'Waiting on', waitingOn),
    ...owner,
    {
      label: 'More filters',
      chosen: moreNames.filter((name) => (search[name] ?? '').length > 0),
      children: (close) => <MoreFilters {...props} onClose={close} />,
    },
  ];
}

const moreNames = [
  'createdSince',
  'createdBefore',
  'updatedSince',
  'updatedBefore',
  'statusSince',
  'statusBefore',
  'changedSince',
  'outcome',
  'hasAttachments',
  'bulkUploadId',
] as const;
