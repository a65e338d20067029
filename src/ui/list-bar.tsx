import { Button } from './button.tsx';
import { FilterMenu, type FilterMenuProps } from './filter-menu.tsx';
import { SearchBox, type SearchBoxProps } from './search-box.tsx';
import { BareSelect } from './select.tsx';

import s from './list-bar.module.css';

interface ListBarProps {
  /** Left out where the list cannot be searched. */
  search?: SearchBoxProps | undefined;
  filters?: readonly FilterMenuProps[] | undefined;
  /** The orders to choose from, in words; left out where the list cannot be ordered. */
  order?:
    | { options: readonly string[]; value: string; onChange: (option: string) => void }
    | undefined;
  /** Takes back search and filters; left out when there are none. */
  onClear?: (() => void) | undefined;
}

/** What decides which records a list shows, above it. */
export function ListBar({ search, filters = [], order, onClear }: ListBarProps) {
  if (search === undefined && filters.length === 0 && order === undefined) return null;
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
      {onClear && (
        <Button variant="plain" onClick={onClear}>
          Clear filters
        </Button>
      )}
      {order && (
        <div className={s.order}>
          <BareSelect
            aria-label="Order"
            options={order.options}
            value={order.value}
            onChange={({ target }) => order.onChange(target.value)}
          />
        </div>
      )}
    </search>
  );
}
