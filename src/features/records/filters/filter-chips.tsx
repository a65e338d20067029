import { useQuery } from '@tanstack/react-query';
import X from 'lucide-react/icons/x';
import { useEffect } from 'react';

import type { Session } from '#contract/portal/accounts.ts';
import { listKeys } from '#contract/typed-objects.ts';
import { bulkUploadQuery } from '#src/api/bulk-uploads/bulk-uploads.ts';
import { contactOptions } from '#src/api/contacts.ts';
import type { ReadRecord } from '#src/api/read-record.ts';
import type { FilterTexts } from '#src/api/records/list/list-search.ts';
import type {
  ListedRecord,
  RecordFilters,
  RecordSource,
  RecordsSearch,
} from '#src/api/records/list/record-source.ts';
import { focusHeading } from '#src/ui/elements/focus-heading.ts';

import {
  describeFilter,
  type FilterOptions,
  listFilters,
  useFilterOptions,
} from './list-filters.ts';
import { inMatchingOrder } from './matching-order.ts';
import { describePeriod, periods } from './period.ts';

import s from './records-bar.module.css';

// Loaded when filters are set, because the first page mostly has none.

interface FilterChipsProps {
  source: RecordSource;
  session: Session;
  search: RecordsSearch;
  onFilters: (changes: FilterTexts) => void;
  /** Called with the set filters in words, and with none at the end. */
  onSummary?: ((title: string) => void) | undefined;
}

/** The filters of a list that are set, in words. Pressing one removes it. */
export function FilterChips({ session, source, search, onFilters, onSummary }: FilterChipsProps) {
  // The rows of the page have the names.
  const { data, isPlaceholderData } = useQuery({
    ...source.query(search),
    enabled: search.brokerId !== '' || search.brokerRepId !== '',
  });
  const owner = ownerOptions(isPlaceholderData ? undefined : data?.rows);
  const { role } = session.account;
  const uploadId = search.bulkUploadId;
  const { data: upload } = useQuery({
    ...bulkUploadQuery(uploadId),
    enabled: uploadId !== '' && role === 'partner-admin',
  });
  // A list without rows has no names: they are requested.
  const options = useFilterOptions(
    role,
    (name) => name !== 'bulkUploadId' && search[name] !== '' && owner[name] === undefined,
  );
  const ofUpload = upload && { bulkUploadId: [{ value: upload.id, label: upload.fileName }] };
  const filters = setFilters(search, { ...options, ...owner, ...ofUpload });
  const title = formatFilterTitle(filters.map(({ label }) => label));
  useEffect(() => {
    onSummary?.(title);
    return () => onSummary?.('');
  }, [onSummary, title]);
  return filters.map(({ label, removed }, at) => (
    <button
      key={label}
      type="button"
      className={s.chip}
      title={label}
      onClick={() => {
        focusChip(at + 1 < filters.length ? at + 1 : at - 1);
        onFilters(inMatchingOrder(removed, search));
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

/** Returns the owner of the first row, whose names a list of one partner or contact shows. */
function ownerOptions(
  rows: readonly ReadRecord<ListedRecord>[] | undefined,
): Pick<FilterOptions, 'brokerId' | 'brokerRepId'> {
  const first = rows?.find((row) => row.ok);
  const { broker, brokerRep } = first?.ok ? first.record.fields : {};
  return {
    ...(broker && { brokerId: [{ value: broker.id, label: broker.name }] }),
    ...(brokerRep && { brokerRepId: contactOptions([brokerRep]) }),
  };
}

/** Returns the set filters in words, in the order of their table, each with what removes it. */
function setFilters(search: RecordFilters, options: FilterOptions) {
  const filters = listKeys(listFilters).map((name) => ({
    label: describeFilter(name, search, options),
    removed: { [name]: '' },
  }));
  const times = listKeys(periods).map((period) => ({
    label: describePeriod(period, search),
    removed: { [`${period}Since`]: '', [`${period}Before`]: '' },
  }));
  return [...filters, ...times].filter(({ label }) => label !== '');
}

/** Maximum number of filters that a title names. */
const maxNamed = 3;

/** Returns the set filters as briefly as a title can have them: "New · waiting on you". */
function formatFilterTitle(labels: readonly string[]): string {
  const texts = labels.map((label) =>
    label.replace(/^(?:Status|Sub-status): /, '').replace(/^Waiting on:/, 'waiting on'),
  );
  const more = texts.length > maxNamed ? [`+${texts.length - maxNamed}`] : [];
  return [...texts.slice(0, maxNamed), ...more].join(' · ');
}
