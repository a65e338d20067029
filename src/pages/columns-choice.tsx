import type { DealsPageQuery } from '#src/api/records/deals.ts';
import type { LeadsPageQuery } from '#src/api/records/leads.ts';
import { useChooseColumns } from '#src/api/records/list-columns.ts';
import { chosenOf } from '#src/api/records/list/list-page.ts';
import type { useSession } from '#src/api/session.ts';
import { dealColumns } from '#src/features/deals/deal-columns.tsx';
import { dealFactColumns } from '#src/features/deals/deal-value.tsx';
import { leadColumns } from '#src/features/leads/lead-columns.tsx';
import { leadFactColumns } from '#src/features/leads/lead-value.tsx';
import { ColumnsMenu } from '#src/features/records/table/columns-menu.tsx';
import type { NamedColumn } from '#src/features/records/table/shown-columns.ts';

interface ColumnsChoiceProps<Search> {
  session: ReturnType<typeof useSession>;
  search: Search;
  onDisplay: (change: { columns: readonly string[] }) => void;
}

const noOrder = () => ({});

/** The columns of the list of leads, to choose from. */
export function LeadColumnsChoice({ search, ...props }: ColumnsChoiceProps<LeadsPageQuery>) {
  const { role } = props.session.account;
  const columns = leadColumns(noOrder, { sort: search.sort, role });
  const all = [...columns, ...leadFactColumns(columns, role === 'support')];
  return <ColumnsChoice {...props} search={search} columns={all} list="leads" />;
}

/** The columns of the list of deals, to choose from. */
export function DealColumnsChoice({ search, ...props }: ColumnsChoiceProps<DealsPageQuery>) {
  const { role } = props.session.account;
  const columns = dealColumns(noOrder, { sort: search.sort, role });
  const all = [...columns, ...dealFactColumns(columns, role === 'support')];
  return <ColumnsChoice {...props} search={search} columns={all} list="deals" />;
}

interface ListedSearch {
  columns: readonly string[];
  sort: { by: string };
}

interface ListedColumnsProps extends ColumnsChoiceProps<ListedSearch> {
  list: 'leads' | 'deals';
  /** All columns of the list, in their usual order. */
  columns: readonly NamedColumn<never>[];
}

/**
 * The columns of a list, chosen: in the address, and stored for the person. Without a choice, it
 * begins with the columns that are now shown.
 */
function ColumnsChoice({ columns, list, session, search, onDisplay }: ListedColumnsProps) {
  const store = useChooseColumns(list);
  const [first, ...others] = columns;
  const chosen = chosenOf(search, session.columns?.[list]).filter((name) =>
    others.some((column) => column.name === name),
  );
  const shown = chosen.length > 0 ? chosen : usualNames(others);
  const ordered = session.capabilities.sort
    ? others.find(({ name }) => name === search.sort.by && !shown.includes(name))
    : undefined;
  const change = (names: readonly string[]) => {
    store.mutate(names);
    onDisplay({ columns: names });
  };
  return (
    <ColumnsMenu
      columns={others}
      first={first?.header ?? ''}
      shown={shown}
      orderedBy={ordered?.header}
      onChange={change}
      onReset={chosen.length > 0 ? () => change([]) : undefined}
    />
  );
}

/** Up to this width of the window, in pixels, the list has cards. */
const maxCardsWidth = 720;

/** Returns the names of the usual columns that are now shown: on the cards, or in the table. */
function usualNames(columns: readonly NamedColumn<never>[]): string[] {
  const usual = columns.filter(({ isExtra }) => isExtra !== true);
  const table = document.querySelector('main table');
  const width = table?.getBoundingClientRect().width ?? Infinity;
  const shown =
    innerWidth <= maxCardsWidth
      ? usual.filter(({ card }) => card !== undefined)
      : usual.filter(({ minTableWidth = 0 }) => minTableWidth <= width);
  return shown.map(({ name }) => name);
}
