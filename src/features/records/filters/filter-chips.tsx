import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

import type { Role } from '#contract/endpoint.ts';
import { bulkUploadQuery } from '#src/api/bulk-uploads/bulk-uploads.ts';
import { contactsQuery, partnersQuery } from '#src/api/contacts.ts';
import { ownerNames, setFilters, titleWords } from '#src/api/records/list/filter-words.ts';
import type { RecordsSearch, RecordSource } from '#src/api/records/list/record-source.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { focusHeading } from '#src/ui/elements/focus-heading.ts';
import { FilterChip } from '#src/ui/table/list-bar.tsx';

import type { FilterProps } from './filter-menus.tsx';

// Loaded when filters are set, because the first page mostly has none.

interface FilterChipsProps extends Omit<FilterProps, 'list' | 'search'> {
  source: RecordSource;
  search: RecordsSearch;
  onClear: () => void;
  /** Called with the set filters in words, and with none at the end. */
  onWords?: ((words: string) => void) | undefined;
}

/** The filters of a list that are set, each with what removes it. */
export function FilterChips({
  session,
  source,
  search,
  onFilters,
  onClear,
  onWords,
}: FilterChipsProps) {
  // The rows of the first page have the names. For a board, one row is enough.
  const isBoard = search.view === 'board';
  const { data, isPlaceholderData } = useQuery({
    ...source.query(isBoard ? { ...search, page: 1, pageSize: 1, cursor: '' } : search),
    enabled: search.brokerId !== '' || search.brokerRepId !== '',
  });
  const owner = ownerNames(isPlaceholderData ? undefined : data?.rows);
  const { role } = session.account;
  const uploadId = search.bulkUploadId;
  const { data: upload } = useQuery({
    ...bulkUploadQuery(uploadId),
    enabled: uploadId !== '' && role === 'partner-admin',
  });
  const filters = setFilters(search, {
    ...useOwnerNames(search, owner, role),
    upload: upload?.fileName ?? '',
    isSupport: role === 'support',
  });
  const words = titleWords(filters);
  useEffect(() => {
    onWords?.(words);
    return () => onWords?.('');
  }, [onWords, words]);
  // A search alone is cleared in its box, and its rows stay where they are.
  if (filters.length === 0) return null;
  return (
    <>
      {filters.map(({ label, removed }, at) => (
        <FilterChip
          key={label}
          label={label}
          onRemove={() => {
            focusChip(at + 1 < filters.length ? at + 1 : at - 1);
            onFilters(removed);
          }}
        />
      ))}
      <Button
        variant="plain"
        size="small"
        onClick={() => {
          focusChip(-1);
          onClear();
        }}
      >
        Clear all
      </Button>
    </>
  );
}

/** Focuses a chip beside the focused button, which disappears; without that chip, the heading. */
function focusChip(at: number): void {
  const button = document.activeElement;
  const chip = button?.matches('button') === true ? button.parentElement?.children[at] : undefined;
  if (chip instanceof HTMLElement) chip.focus({ preventScroll: true });
  else focusHeading();
}

type OwnerNames = ReturnType<typeof ownerNames>;

/** Returns the names of contact and partner. A list without rows has none: they are requested. */
function useOwnerNames(
  { brokerId, brokerRepId }: RecordsSearch,
  { contact, partner }: OwnerNames,
  role: Role,
): OwnerNames {
  const { data: contacts } = useQuery({
    ...contactsQuery,
    enabled: role === 'partner-admin' && brokerRepId !== '' && contact === '',
  });
  const { data: partners } = useQuery({
    ...partnersQuery,
    enabled: role === 'support' && brokerId !== '' && partner === '',
  });
  const chosen = contacts?.find(({ id }) => id === brokerRepId);
  return {
    contact: contact || `${chosen?.firstName ?? ''} ${chosen?.lastName ?? ''}`.trim(),
    partner: partner || (partners?.find(({ id }) => id === brokerId)?.name ?? ''),
  };
}
