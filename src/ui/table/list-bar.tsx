import type { Order } from '#src/lib/orders.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { PlainSelect } from '#src/ui/form/select.tsx';

import { FilterMenu, type FilterMenuProps } from './filter-menu.tsx';
import { SearchBox, type SearchBoxProps } from './search-box.tsx';

import s from './list-bar.module.css';

interface ListBarProps<By extends string> {
  /** Omit if the list can't be searched. */
  search?: SearchBoxProps | undefined;
  filters?: readonly FilterMenuProps[] | undefined;
  /** Omit if the list can't be sorted. */
  order?: OrderChoiceProps<By> | undefined;
  /** Clears the search and the filters; undefined if there are none. */
  onClear?: (() => void) | undefined;
}

/** The search, filters and sorting above a list. */
export function ListBar<By extends string>({
  search,
  filters = [],
  order,
  onClear,
}: ListBarProps<By>) {
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
          <OrderChoice {...order} />
        </div>
      )}
    </search>
  );
}

interface OrderChoiceProps<By extends string> {
  /** The sort options by their labels. */
  orders: Readonly<Record<string, Order<By>>>;
  value: Order<By>;
  onChange: (order: Order<By>) => void;
}

function OrderChoice<By extends string>({ orders, value, onChange }: OrderChoiceProps<By>) {
  const entries = Object.entries(orders);
  const [words] =
    entries.find(([, { by, descending }]) => by === value.by && descending === value.descending) ??
    [];
  return (
    <PlainSelect
      aria-label="Order"
      options={entries.map(([one]) => one)}
      value={words}
      onChange={({ target }) => onChange(orders[target.value] ?? value)}
    />
  );
}
