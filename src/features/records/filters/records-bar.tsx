import { memo } from 'react';

import { toSearchParams } from '#contract/query-string.ts';
import type { FilterTexts } from '#src/api/records/list/list-search.ts';
import type { RecordsSearch } from '#src/api/records/list/record-source.ts';
import type {
  DisplayProps,
  RecordDescription,
} from '#src/features/records/table/record-description.ts';
import { lazyComponent } from '#src/ui/elements/lazy-component.tsx';
import { MenuPending, PopoverMenu } from '#src/ui/table/popover-menu.tsx';
import { SearchBox } from '#src/ui/table/search-box.tsx';

import s from './records-bar.module.css';

const FilterChips = lazyComponent(async () => (await import('./filter-chips.tsx')).FilterChips);
const FilterPanel = lazyComponent(
  async () => (await import('./filter-panel.tsx')).FilterPanel,
  MenuPending,
);

const SavedView = lazyComponent(
  async () => (await import('#src/features/records/views/saved-view.tsx')).SavedView,
);
const DisplayPanel = lazyComponent(
  async () => (await import('#src/features/records/table/display-panel.tsx')).DisplayPanel,
  MenuPending,
);

/** `search` is without its page: another page does not render the bar again. */
interface RecordsBarProps extends DisplayProps {
  onFilters: (changes: FilterTexts) => void;
  /** Clears the search and the filters; undefined if there are none. */
  onClear: (() => void) | undefined;
  /** Called with the set filters in words. */
  onSummary: (title: string) => void;
  /** Called with the name of the view that is shown; with an empty text if none is. */
  onName: (name: string) => void;
}

/** The bar above a list, where the service can search: the set filters and the display options. */
export const RecordsBar = memo(function RecordsBar(props: RecordsBarProps) {
  const { records, session, search, onChange, onFilters, onClear, onSummary, onName } = props;
  const { source } = records;
  const { list } = source;
  if (!session.capabilities.search) return null;
  const label = `Search ${list}`;
  const filters = onClear ? countFilters(source, search) : 0;
  return (
    <search className={s.bar}>
      <div className={s.search}>
        <SearchBox
          label={label}
          placeholder={label}
          value={search.q}
          onSearch={(q) => onChange({ q })}
        />
      </div>
      <PopoverMenu label="Filter" command="filter" total={filters}>
        {(onClose) => <FilterPanel {...{ list, session, search, onFilters, onClear, onClose }} />}
      </PopoverMenu>
      <div className={`${s.chips} cluster`} data-set={filters > 0 || undefined}>
        {onClear && <FilterChips {...{ source, session, search, onFilters, onSummary }} />}
        {session.capabilities.views && toSearchParams(source.pageSchema, search).size > 0 && (
          <SavedView
            list={list}
            canShare={session.account.role === 'partner-admin'}
            onName={onName}
          />
        )}
      </div>
      <DisplayMenu {...props} />
    </search>
  );
});

/** Opens the order, the rows and the columns of a list. */
export function DisplayMenu(props: DisplayProps) {
  return (
    <PopoverMenu label="Display" command="display" atEnd>
      {() => <DisplayPanel {...props} />}
    </PopoverMenu>
  );
}

/** Returns how many filters are set. A period is one, whichever of its ends is set. */
function countFilters({ params }: RecordDescription['source'], search: RecordsSearch): number {
  const notFilters = ['page', 'pageSize', 'cursor', 'sort', 'q'];
  const names = [...params(search).keys()].filter((name) => !notFilters.includes(name));
  return new Set(names.map((name) => name.replace(/Before$/, 'Since'))).size;
}
