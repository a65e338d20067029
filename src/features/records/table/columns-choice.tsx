import { useChooseColumns } from '#src/api/records/list-columns.ts';
import { SkeletonLines } from '#src/ui/feedback/skeleton.tsx';

import { ColumnsMenu } from './columns-menu.tsx';
import type { DisplayProps } from './record-type.ts';
import type { NamedColumn } from './shown-columns.ts';
import { useLoaded } from './use-loaded.ts';

const order = () => ({});

/**
 * The columns of a list, chosen: in the address, and stored for the person. Without a choice, it
 * begins with the columns that are now shown.
 */
export function ColumnsChoice({
  records: { source, getColumns, loadFieldColumns },
  session,
  search,
  onDisplay,
}: Omit<DisplayProps, 'onChange'>) {
  const { list } = source;
  const { role } = session.account;
  const store = useChooseColumns(list);
  const getFieldColumns = useLoaded(true, loadFieldColumns);
  if (getFieldColumns === undefined) return <SkeletonLines lines={8} />;
  const listed = getColumns({ order, sort: search.sort, role });
  const listedNames = listed.map(({ name }) => name);
  const [first, ...others] = [...listed, ...(getFieldColumns?.(listedNames, role) ?? [])];
  const last = session.columns?.[list] ?? [];
  const chosen = (search.columns.length > 0 ? search.columns : last).filter((name) =>
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
