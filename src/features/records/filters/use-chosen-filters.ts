import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { Session } from '#contract/portal/accounts.ts';
import type { StatusCount } from '#contract/portal/list-counts.ts';
import { listKeys } from '#contract/typed-objects.ts';
import { leadStatuses } from '#contract/v1/lead-statuses.ts';
import { ownFilterNames } from '#contract/v1/record-lists.ts';
import type { RecordListName } from '#contract/v1/record-types.ts';
import { dealStatuses, dealSubStatuses } from '#contract/v1/values.ts';
import { listCountsQuery } from '#src/api/records/list-counts.ts';
import type { FilterTexts } from '#src/api/records/list/list-search.ts';
import type { RecordFilters } from '#src/api/records/list/record-source.ts';
import type { Choice } from '#src/ui/table/choice-list.tsx';

import { filterValues, listFilters, useFilterOptions } from './list-filters.ts';

/** A filter with its choices, and the change that each makes. */
export interface ChosenFilter {
  readonly label: string;
  readonly choices: readonly Choice[];
  /** Whether its choices are visible before it is opened. */
  readonly isOpen?: boolean;
  readonly choose: (choice: Choice) => FilterTexts;
}

interface FilterState {
  list: RecordListName;
  session: Session;
  search: RecordFilters;
  /** The chosen values, by the names of the filters. */
  texts: FilterTexts;
  isSearching: boolean;
}

/** Returns the filters of a list that the service supports, with the chosen values of each. */
export function useChosenFilters(state: FilterState): ChosenFilter[] {
  const { session, search, texts } = state;
  const { home } = session.capabilities;
  const status = useStatusFilter(state);
  const options = useFilterOptions(session.account.role, () => home);
  const others = listKeys(listFilters).flatMap((name): ChosenFilter[] => {
    const known = options[name] ?? [];
    const isSupported = home || !ownFilterNames.includes(name);
    // Reserves its place while options load, so nothing shifts under the pointer.
    const isOffered = known.length > 0 || options[name] === null;
    if (!isSupported || !isOffered || search[name] === undefined) return [];
    const { label, isOpen } = listFilters[name];
    const values = filterValues(texts, name);
    const order = known.map(({ value }) => value);
    return [
      {
        label,
        choices: known.map((option) => ({ ...option, isChosen: values.includes(option.value) })),
        isOpen: isOpen ?? values.length > 0,
        choose: ({ value, isChosen }) => {
          if (Array.isArray(search[name]))
            return { [name]: toggle(values, value, isChosen, order) };
          return { [name]: isChosen ? '' : value };
        },
      },
    ];
  });
  return others.toSpliced(1, 0, status);
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
  const statuses = filterValues(texts, 'status');
  const subStatuses = filterValues(texts, 'subStatus');
  const known = listStatuses[list];
  const parts = new Map(known.map((status) => [status, partsWithin[list](status, data)]));
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
    label: listFilters.status.label,
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

/** The statuses of each list, in their order. */
const listStatuses: Readonly<Record<RecordListName, readonly string[]>> = {
  leads: leadStatuses,
  deals: dealStatuses,
};

type FindParts = (status: string, counts: readonly StatusCount[] | undefined) => readonly string[];

/** For each list: returns the sub-statuses of a status. Those of leads come from the counts. */
const partsWithin: Readonly<Record<RecordListName, FindParts>> = {
  leads: (status, counts = []) =>
    counts
      .filter((each) => each.status === status && each.subStatus !== status)
      .map(({ subStatus }) => subStatus)
      .filter((part) => part !== '')
      .toSorted(),
  deals: (status) => {
    const deal = dealStatuses.find((one) => one === status);
    return deal === undefined ? [] : dealSubStatuses[deal];
  },
};
