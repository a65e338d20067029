import ChevronDown from 'lucide-react/icons/chevron-down';
import X from 'lucide-react/icons/x';
import { type ReactNode, useId } from 'react';

import type { SortOption } from '#src/lib/sort-options.ts';
import { PlainSelect } from '#src/ui/form/plain-select.tsx';

import { FilterMenu, type FilterMenuProps } from './filter-menu.tsx';
import { SearchBox, type SearchBoxProps } from './search-box.tsx';

import s from './list-bar.module.css';

interface ListBarProps {
  /** Omit if the list can't be searched. */
  search?: SearchBoxProps | undefined;
  filters?: readonly FilterMenuProps[] | undefined;
  /** The filters that are set, in words, with what removes them; below the bar. */
  chips?: ReactNode;
  /** Omit if the list can't be sorted. */
  sorting?: SortChoiceProps | undefined;
  /** A control that chooses the columns. */
  columns?: ReactNode;
}

/**
 * The search, filters and sorting above a list. On a phone, all but the search are behind one
 * button, in a sheet at the bottom of the window.
 */
export function ListBar({ search, filters = [], chips, sorting, columns }: ListBarProps) {
  const id = useId();
  const hasEnd = [sorting, columns].some(Boolean);
  if (search === undefined && filters.length === 0 && !hasEnd) return null;
  const total = filters.reduce((sum, { chosen }) => sum + chosen.length, 0);
  return (
    <search className={s.bar}>
      {search && (
        <div className={s.search}>
          <SearchBox {...search} />
        </div>
      )}
      <button
        type="button"
        className={s.opener}
        popoverTarget={id}
        data-chosen={total > 0 || undefined}
      >
        {filters.length > 0 ? 'Filters' : 'View'}
        {total > 0 && ` (${total})`}
        <ChevronDown aria-hidden />
      </button>
      <fieldset id={id} className={s.sheet} popover="auto">
        <legend className="visually-hidden">Filters and order</legend>
        {filters.map((filter) => (
          <FilterMenu key={filter.label} {...filter} />
        ))}
        {hasEnd && (
          <div className={s.end}>
            {columns}
            {sorting && (
              <div className={s.order}>
                <SortChoice {...sorting} />
              </div>
            )}
          </div>
        )}
        <button type="button" className={s.done} popoverTarget={id} popoverTargetAction="hide">
          Done
        </button>
      </fieldset>
      {chips && (
        <div className={s.chips} data-set={total > 0 || undefined}>
          {chips}
        </div>
      )}
    </search>
  );
}

interface FilterChipProps {
  /** The filter in words: "Changed since Friday". */
  label: string;
  onRemove: () => void;
}

/** A filter that is set, in words. Pressing it removes the filter. */
export function FilterChip({ label, onRemove }: FilterChipProps) {
  return (
    <button type="button" className={s.chip} onClick={onRemove}>
      <span className="visually-hidden">Remove filter: </span>
      <span className={s.words}>{label}</span>
      <X aria-hidden />
    </button>
  );
}

interface SortChoiceProps {
  /** The sort options by their labels. */
  options: Readonly<Record<string, SortOption>>;
  value: SortOption;
  onChange: (option: SortOption) => void;
}

function SortChoice({ options, value, onChange }: SortChoiceProps) {
  const entries = Object.entries(options);
  const [label] =
    entries.find(([, { by, descending }]) => by === value.by && descending === value.descending) ??
    [];
  return (
    <PlainSelect
      aria-label="Order"
      options={entries.map(([one]) => one)}
      value={label}
      onChange={({ target }) => onChange(options[target.value] ?? value)}
    />
  );
}
