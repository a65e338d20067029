import { useQuery } from '@tanstack/react-query';
import X from 'lucide-react/icons/x';
import { useEffect } from 'react';

import type { Role } from '#contract/endpoint.ts';
import type { Session } from '#contract/portal/accounts.ts';
import { partnerWord } from '#contract/portal/waiting-on.ts';
import { bulkUploadQuery } from '#src/api/bulk-uploads/bulk-uploads.ts';
import { contactsQuery, partnersQuery } from '#src/api/contacts.ts';
import { ownerNames, setFilters, titleWords } from '#src/api/records/list/filter-words.ts';
import type { FilterTexts } from '#src/api/records/list/list-search.ts';
import type { RecordsSearch, RecordSource } from '#src/api/records/list/record-source.ts';
import { focusHeading } from '#src/ui/elements/announcer.tsx';

import s from './records-bar.module.css';

// Loaded when filters are set, because the first page mostly has none.

interface FilterChipsProps {
  source: RecordSource;
  session: Session;
  search: RecordsSearch;
  onFilters: (changes: FilterTexts) => void;
  /** Called with the set filters in words, and with none at the end. */
  onWords?: ((words: string) => void) | undefined;
}

/** The filters of a list that are set, in words. Pressing one removes it. */
export function FilterChips({ session, source, search, onFilters, onWords }: FilterChipsProps) {
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
    partnerWord: partnerWord(role),
  });
  const words = titleWords(filters);
  useEffect(() => {
    onWords?.(words);
    return () => onWords?.('');
  }, [onWords, words]);
  return filters.map(({ label, removed }, at) => (
    <button
      key={label}
      type="button"
      className={s.chip}
      title={label}
      onClick={() => {
        focusChip(at + 1 < filters.length ? at + 1 : at - 1);
        onFilters(removed);
      }}
    >
      <span className="visually-hidden">Remove filter: </span>
      <span className="one-line">{label}</span>
      <X aria-hidden />
    </button>
  ));
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
