import { useQuery, type UseQueryResult } from '@tanstack/react-query';

import { uploadListQuery } from '#contract/bulk-upload/endpoints.ts';
import type { Role } from '#contract/endpoint.ts';
import { partnerWord, waitingOnLabel, waitingOnText } from '#contract/portal/waiting-on.ts';
import { parseQuery } from '#contract/query-string.ts';
import { mapValues } from '#contract/typed-objects.ts';
import type { LeadOutcome } from '#contract/v1/lead-lists.ts';
import { waitingOnValues } from '#contract/v1/record-lists.ts';
import { bulkUploadsQuery } from '#src/api/bulk-uploads/bulk-uploads.ts';
import { contactOptions, contactsQuery, partnersQuery } from '#src/api/contacts.ts';
import type { FilterTexts } from '#src/api/records/list/list-search.ts';
import type { PageSearch, RecordFilters } from '#src/api/records/list/record-source.ts';
import { formatDay } from '#src/lib/days.ts';

import { describeMoment, type PeriodText } from './period.ts';

type FilterName = Exclude<keyof RecordFilters, keyof PageSearch | 'q' | PeriodText>;

interface FilterOption {
  readonly value: string;
  /** Its name as a choice. */
  readonly label: string;
  /** Its text when set, after the filter’s label; by default its label as a choice. */
  readonly textWhenSet?: string;
}

interface ListFilter {
  readonly label: string;
  /** Those of a reader’s role, or loaded by {@link useFilterOptions}. */
  readonly options?: ((role: Role) => readonly FilterOption[]) | 'loaded';
  /** Whether its options are visible before it is opened. */
  readonly isOpen?: true;
  /** Returns its text when set; by default "Label: option, option". */
  readonly describe?: (chosen: string) => string;
}

/** Returns a function that gives every role the same options, with these names. */
const fixed = (names: Readonly<Record<string, string>>) => () =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

/**
 * Each filter of the lists, except times (period.ts), in the order of the menu, where status is
 * second. The choices of the menu and the text of a set filter derive from its entry. A filter of
 * the contract without an entry does not compile.
 */
export const listFilters: Readonly<Record<FilterName, ListFilter>> = {
  status: { label: 'Status' },
  subStatus: { label: 'Sub-status' },
  waitingOn: {
    label: 'Waiting on',
    options: (role) =>
      waitingOnValues.map((value) => ({
        value,
        label: waitingOnLabel(value, partnerWord(role)),
        textWhenSet: waitingOnText(value, partnerWord(role)),
      })),
    isOpen: true,
  },
  brokerRepId: { label: 'Contact', options: 'loaded' },
  brokerId: { label: 'Partner', options: 'loaded' },
  outcome: {
    label: 'Outcome',
    options: fixed({
      open: 'In progress',
      converted: 'Became a deal',
      ended: 'Ended',
    } satisfies Record<LeadOutcome, string>),
  },
  hasAttachments: {
    label: 'Attachments',
    options: fixed({ yes: 'With attachments', no: 'Without attachments' }),
    describe: (chosen) => chosen,
  },
  bulkUploadId: { label: 'Bulk upload', options: 'loaded' },
  hasFollowUp: {
    label: 'Follow-up',
    // Each person has their own days, and support has none.
    options: (role) =>
      role === 'support'
        ? []
        : [
            { value: 'yes', label: 'Set' },
            { value: 'no', label: 'Not set' },
          ],
  },
  changedSince: {
    label: 'Changed by others',
    describe: (moment) =>
      `Changed by others ${describeMoment(moment, 'In the last … days', 'since')}`,
  },
};

/** The options of filters, by the filters’ names; null while they are loaded. */
export type FilterOptions = {
  readonly [Name in FilterName]?: readonly FilterOption[] | null;
};

/** The latest bulk uploads; an older one is reached from its results. */
const latestUploads = parseQuery(uploadListQuery, new URLSearchParams({ pageSize: '50' }));

/**
 * Returns the options of all filters for a reader. Loads options only if they are needed and the
 * reader may choose them.
 */
export function useFilterOptions(
  role: Role,
  isNeeded: (name: 'brokerRepId' | 'brokerId' | 'bulkUploadId') => boolean,
): FilterOptions {
  const isAdmin = role === 'partner-admin';
  const contacts = useQuery({
    ...contactsQuery,
    enabled: isAdmin && isNeeded('brokerRepId'),
    select: contactOptions,
  });
  const partners = useQuery({
    ...partnersQuery,
    enabled: role === 'support' && isNeeded('brokerId'),
    select: (all) => all.map(({ id, name }) => ({ value: id, label: name })),
  });
  const uploads = useQuery({
    ...bulkUploadsQuery(latestUploads),
    enabled: isAdmin && isNeeded('bulkUploadId'),
    select: ({ rows }) =>
      rows.map(({ id, fileName, createdAt }) => ({
        value: id,
        label: `${fileName}, ${formatDay(createdAt)}`,
      })),
  });
  return {
    ...mapValues(listFilters, ({ options }) =>
      typeof options === 'function' ? options(role) : [],
    ),
    brokerRepId: loadedOptions(contacts),
    brokerId: loadedOptions(partners),
    bulkUploadId: loadedOptions(uploads),
  };
}

/** Returns null also while a request fails and is tried again. */
const loadedOptions = ({ data, isEnabled }: UseQueryResult<readonly FilterOption[]>) =>
  data ?? (isEnabled ? null : []);

/** Returns the values that a filter is set to. */
export function filterValues(filters: FilterTexts | RecordFilters, name: FilterName): string[] {
  return [filters[name] ?? []].flat().filter((value) => value !== '');
}

/** Returns a set filter in words; an empty text if it is not set. */
export function describeFilter(
  name: FilterName,
  search: RecordFilters,
  options: FilterOptions,
): string {
  const { label, options: source, describe } = listFilters[name];
  const values = filterValues(search, name);
  const chosen = values.flatMap((value) => {
    const option = options[name]?.find((one) => one.value === value);
    // The values of loaded options are ids, which are not shown.
    return option?.textWhenSet ?? (option?.label || (source === 'loaded' ? [] : value));
  });
  if (values.length === 0) return '';
  if (chosen.length === 0) return `One ${label.toLowerCase()}`;
  return describe?.(chosen.join(', ')) ?? `${label}: ${chosen.join(', ')}`;
}
