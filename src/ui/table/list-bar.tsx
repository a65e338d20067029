import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';

import type { SortOption } from '#src/lib/sort-options.ts';
import { PlainSelect } from '#src/ui/form/select.tsx';

import { FilterMenu, type FilterMenuProps } from './filter-menu.tsx';
import { SearchBox, type SearchBoxProps } from './search-box.tsx';

import s from './list-bar.module.css';

interface ListBarProps<By extends string> {
  /** Omit if the list can't be searched. */
  search?: SearchBoxProps | undefined;
  filters?: readonly FilterMenuProps[] | undefined;
  /** The filters that are set, in words, with what removes them; below the bar. */
  chips?: ReactNode;
  /** Omit if the list can't be sorted. */
  sorting?: SortChoiceProps<By> | undefined;
  /** A control for how the list is displayed. */
  views?: ReactNode;
  /** A control that chooses the columns. */
  columns?: ReactNode;
}

/** The search, filters and sorting above a list. */
export function ListBar<By extends string>({
  search,
  filters = [],
  chips,
  sorting,
  views,
  columns,
}: ListBarProps<By>) {
  if (search === undefined && filters.length === 0 && sorting === undefined && !columns)
    return null;
  return (
    <search className={s.bar}>
      {search && (
        <div className={s.search}>
          <SearchBox {...search} />
        </div>
      )}
      {filters.map((filter) => (
        <FilterMenu key={filter.label} {...filter} />
      ))}
      {(views || sorting || columns) && (
        <div className={s.end}>
          {views}
          {columns}
          {sorting && (
            <div className={s.order}>
              <SortChoice {...sorting} />
            </div>
          )}
        </div>
      )}
      {chips && <div className={s.chips}>{chips}</div>}
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

interface SortChoiceProps<By extends string> {
  /** The sort options by their labels. */
  options: Readonly<Record<string, SortOption<By>>>;
  value: SortOption<By>;
  onChange: (option: SortOption<By>) => void;
}

function SortChoice<By extends string>({ options, value, onChange }: SortChoiceProps<By>) {
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
