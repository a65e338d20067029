import { keepPreviousData, skipToken, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';

import type { BulkUpload } from '#contract/bulk-upload/bulk-uploads.ts';
import { uploadListQuery } from '#contract/bulk-upload/endpoints.ts';
import type { Session } from '#contract/portal/accounts.ts';
import type { StatusCount } from '#contract/portal/lists.ts';
import { partnerWord, waitingOnLabel } from '#contract/portal/waiting-on.ts';
import { parseQuery } from '#contract/query-string.ts';
import { leadStatuses } from '#contract/v1/lead-statuses.ts';
import { leadOutcomes, waitingOnValues } from '#contract/v1/lists.ts';
import { dealStatuses, dealSubStatuses } from '#contract/v1/values.ts';
import { bulkUploadsQuery } from '#src/api/bulk-uploads/bulk-uploads.ts';
import { contactOptions, contactsQuery, partnersQuery } from '#src/api/contacts.ts';
import { listCountsQuery } from '#src/api/records/list-counts.ts';
import { outcomeWords, type RecordFilters } from '#src/api/records/list/filter-words.ts';
import type { FilterTexts } from '#src/api/records/list/list-search.ts';
import { dayInWords } from '#src/lib/days.ts';
import type { Choice } from '#src/ui/table/choice-list.tsx';

/** A filter with its choices, and what choosing one changes. */
export interface ChosenFilter {
  readonly label: string;
  readonly choices: readonly Choice[];
  /** Whether its choices are in sight before it is opened. */
  readonly isOpen?: boolean;
  /** Whether it keeps its place without choices: what comes later would move what is pressed. */
  readonly isLoading?: boolean;
  readonly choose: (choice: Choice) => FilterTexts;
}

interface FilterState {
  list: 'leads' | 'deals';
  session: Session;
  search: RecordFilters;
  /** The chosen values, by the names of the filters. */
  texts: FilterTexts;
  isSearching: boolean;
}

/** The latest bulk uploads; an older one is reached from its results. */
const uploads = parseQuery(uploadListQuery, new URLSearchParams({ pageSize: '50' }));

/** Returns the filters of a list that the service supports, with what is chosen of each. */
export function useChosenFilters(state: FilterState): ChosenFilter[] {
  const { list, session, texts } = state;
  const { role } = session.account;
  const { home } = session.capabilities;
  const status = useStatusFilter(state);
  const isAdmin = home && role === 'partner-admin';
  const contacts = useQuery({ ...contactsQuery, enabled: isAdmin });
  const files = useQuery({ ...bulkUploadsQuery(uploads), enabled: isAdmin });
  const partners = useQuery({ ...partnersQuery, enabled: home && role === 'support' });
  // Only the portal's own records have the others.
  if (!home) return [status];
  const { some, one } = filterFactories(texts);
  const people = contactOptions(contacts.data ?? []).map(
    ({ value, label }) => [value, label] as const,
  );
  const filters = [
    {
      ...some(
        'waitingOn',
        'Waiting on',
        waitingOnValues.map((on) => [on, waitingOnLabel(on, partnerWord(role))]),
      ),
      isOpen: true,
    },
    status,
    { ...one('brokerRepId', 'Contact', people), isLoading: isExpected(contacts) },
    {
      ...one('brokerId', 'Partner', partners.data?.map(({ id, name }) => [id, name]) ?? []),
      isLoading: isExpected(partners),
    },
    some(
      'outcome',
      'Outcome',
      list === 'leads' ? leadOutcomes.map((each) => [each, outcomeWords[each]]) : [],
    ),
    one('hasAttachments', 'Attachments', [
      ['yes', 'With attachments'],
      ['no', 'Without attachments'],
    ]),
    {
      ...one('bulkUploadId', 'Bulk upload', (files.data?.rows ?? []).map(uploadOption)),
      isLoading: isExpected(files),
    },
  ];
  return filters.filter(
    (filter) => filter === status || filter.isLoading === true || filter.choices.length > 0,
  );
}

/** Returns what makes a filter of one value, and of several. */
function filterFactories(texts: FilterTexts) {
  const read = (name: string) => readValues(texts, name);
  const some = (name: string, label: string, options: Options): ChosenFilter => {
    const order = options.map(([each]) => each);
    return {
      label,
      choices: toChoices(options, read(name)),
      isOpen: read(name).length > 0,
      choose: ({ value, isChosen }) => ({ [name]: toggle(read(name), value, isChosen, order) }),
    };
  };
  const one = (name: string, label: string, options: Options): ChosenFilter => ({
    label,
    choices: toChoices(options, read(name)),
    isOpen: read(name).length > 0,
    choose: ({ value, isChosen }) => ({ [name]: isChosen ? '' : value }),
  });
  return { some, one };
}

/** Also while it fails and is tried again. */
const isExpected = ({ isEnabled, data }: UseQueryResult) => isEnabled && data === undefined;

type Options = readonly (readonly [value: string, label: string])[];

function uploadOption({ id, fileName, createdAt }: BulkUpload): Options[number] {
  return [id, `${fileName}, ${dayInWords(createdAt)}`];
}

function toChoices(options: Options, chosen: readonly string[]): Choice[] {
  return options.map(([value, label]) => ({ value, label, isChosen: chosen.includes(value) }));
}

function readValues(texts: FilterTexts, name: string): string[] {
  return [texts[name] ?? []].flat().filter((text) => text !== '');
}

/**
 * Returns the filter by status: those that records have, most first, each with its number of
 * records, and below a chosen one its sub-statuses. There are no choices until the numbers are
 * loaded, which decide the order.
 */
function useStatusFilter({ list, session, search, texts, isSearching }: FilterState): ChosenFilter {
  const { data, isLoading } = useQuery({
    ...listCountsQuery(list, search),
    ...(!session.capabilities.home && { queryFn: skipToken }),
    placeholderData: keepPreviousData,
  });
  const statuses = readValues(texts, 'status');
  const subStatuses = readValues(texts, 'subStatus');
  const known: readonly string[] = list === 'leads' ? leadStatuses : dealStatuses;
  const parts = new Map(known.map((status) => [status, partsWithin(list, status, data)]));
  const total = (status: string, part?: string) =>
    data?.reduce(
      (sum, each) =>
        each.status === status && (part === undefined || each.subStatus === part)
          ? sum + each.total
          : sum,
      0,
    );
  const isPartChosen = (status: string, part: string) =>
    subStatuses.includes(part) && (statuses.length === 0 || statuses.includes(status));
  const order = useFirst(
    data && known.toSorted((one, other) => (total(other) ?? 0) - (total(one) ?? 0)),
  );
  const withParts = (status: string): Choice[] => {
    const isChosen = statuses.includes(status);
    const below = parts.get(status) ?? [];
    const isOpen = isSearching || isChosen || below.some((part) => isPartChosen(status, part));
    return [
      { value: status, label: status, isChosen, total: total(status) },
      ...(isOpen ? below : []).map((part) => ({
        value: `${status}\n${part}`,
        label: part,
        isChosen: isPartChosen(status, part),
        total: total(status, part),
        isPart: true,
      })),
    ];
  };
  return {
    label: 'Status',
    choices: (isLoading ? [] : (order ?? known))
      .flatMap(withParts)
      .filter(({ total: number, isChosen }) => number !== 0 || isChosen || isSearching),
    choose: ({ value, isChosen, isPart }) => {
      // Another status has none of the chosen sub-statuses.
      if (isPart !== true)
        return { status: toggle(statuses, value, isChosen, known), subStatus: [] };
      const pairs = known.flatMap((status) =>
        (parts.get(status) ?? [])
          .filter((part) =>
            `${status}\n${part}` === value ? !isChosen : isPartChosen(status, part),
          )
          .map((part) => ({ status, part })),
      );
      if (pairs.length === 0) return { subStatus: [] };
      return {
        status: [...new Set(pairs.map(({ status }) => status))],
        subStatus: [...new Set(pairs.map(({ part }) => part))],
      };
    },
  };
}

/** Returns the first value that is known, so that nothing moves under the pointer afterwards. */
function useFirst<Value>(value: Value | undefined): Value | undefined {
  const [first, setFirst] = useState(value);
  if (first === undefined && value !== undefined) setFirst(() => value);
  return first ?? value;
}

/** Returns the values in their order, with one of them chosen or not any more. */
function toggle(
  values: readonly string[],
  value: string,
  isChosen: boolean,
  order: readonly string[],
): string[] {
  return order.filter((one) => (one === value ? !isChosen : values.includes(one)));
}

/** Returns the sub-statuses of a status: of a lead those that records have, for want of a list. */
function partsWithin(
  list: 'leads' | 'deals',
  status: string,
  counts: readonly StatusCount[] | undefined,
): readonly string[] {
  const deal = dealStatuses.find((one) => one === status);
  if (list === 'deals') return deal === undefined ? [] : dealSubStatuses[deal];
  const own = counts?.filter((each) => each.status === status && each.subStatus !== status) ?? [];
  return own
    .map(({ subStatus }) => subStatus)
    .filter((part) => part !== '')
    .toSorted();
}
