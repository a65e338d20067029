import { useEffect, useRef, useState } from 'react';

import { useChooseColumns } from '#src/api/records/list-columns.ts';
import { announce } from '#src/ui/elements/announcer.tsx';
import { TextButton } from '#src/ui/elements/text-button.tsx';
import { SkeletonLines } from '#src/ui/feedback/states.tsx';
import { containsText } from '#src/ui/form/contains-text.ts';
import { MenuSearch } from '#src/ui/table/menu-search.tsx';

import type { DisplayProps } from './record-description.ts';
import { type NamedColumn, useLoaded } from './shown-columns.ts';

import menuStyle from '#src/ui/table/menu.module.css';
import s from './columns-menu.module.css';

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
  const store = useChooseColumns(list);
  const getFieldColumns = useLoaded(true, loadFieldColumns);
  if (getFieldColumns === undefined) return <SkeletonLines lines={8} />;
  const { role } = session.account;
  const settings = { order, sort: search.sort, role, home: session.capabilities.home };
  const listed = getColumns(settings);
  const listedNames = listed.map(({ name }) => name);
  const [first, ...others] = [...listed, ...(getFieldColumns?.(listedNames, settings) ?? [])];
  const last = session.columns?.[list] ?? [];
  const chosen = (search.columns.length > 0 ? search.columns : last).filter((name) =>
    others.some((column) => column.name === name),
  );
  const shown = chosen.length > 0 ? chosen : defaultNames(others);
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
function defaultNames(columns: readonly NamedColumn<never>[]): string[] {
  const defaults = columns.filter(({ isExtra }) => isExtra !== true);
  const table = document.querySelector('main table');
  const width = table?.getBoundingClientRect().width ?? Infinity;
  const shown =
    innerWidth <= maxCardsWidth
      ? defaults.filter(({ card }) => card !== undefined)
      : defaults.filter(({ minTableWidth = 0 }) => minTableWidth <= width);
  return shown.map(({ name }) => name);
}

/** A column that can be chosen. */
interface ChoosableColumn {
  readonly name: string;
  readonly header: string;
}

interface ColumnsMenuProps {
  /** All columns of the list but the first one, which is always shown. */
  columns: readonly ChoosableColumn[];
  /** The header of the first column. */
  first: string;
  /** The names of the shown columns, in their order. */
  shown: readonly string[];
  /** The header of the column that orders the list, if it is shown without being chosen. */
  orderedBy?: string | undefined;
  onChange: (shown: readonly string[]) => void;
  /** Shows the usual columns again; undefined if they are shown. */
  onReset: (() => void) | undefined;
}

/** The columns of a list: a chosen one comes last. Each change applies at once. */
function ColumnsMenu(props: ColumnsMenuProps) {
  const { columns, first, shown, orderedBy, onChange, onReset } = props;
  const [searchText, setSearchText] = useState('');
  const isSearching = searchText.trim() !== '';
  const ordered = shown.flatMap((name) => columns.find((column) => column.name === name) ?? []);
  const others = columns
    .filter(({ name }) => !shown.includes(name))
    .toSorted((one, other) => one.header.localeCompare(other.header));
  const names = ordered.map(({ name }) => name);
  // The checkbox that was pressed goes to the other list, and keeps the focus.
  const pressed = useRef<{ name: string; isShown: boolean }>(undefined);
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { name, isShown } = pressed.current ?? {};
    if (name === undefined || shown.includes(name) === isShown) return;
    pressed.current = undefined;
    menu.current?.querySelector<HTMLElement>(`[name='${name}']`)?.focus();
  }, [shown]);
  const toggle = ({ name, header }: ChoosableColumn) => {
    const isShown = names.includes(name);
    pressed.current = { name, isShown };
    announce(`${header} is ${isShown ? 'hidden' : 'shown'}`);
    onChange(isShown ? names.filter((one) => one !== name) : [...names, name]);
  };
  const isFound = ({ header }: ChoosableColumn) => containsText(header, searchText);
  const found = others.filter(isFound);
  const renderItem = (column: ChoosableColumn) => (
    <li key={column.name} className={`${s.column} row`}>
      <label className={`${s.choice} row wrap-anywhere`}>
        <input
          type="checkbox"
          name={column.name}
          checked={names.includes(column.name)}
          onChange={() => toggle(column)}
        />
        {column.header}
      </label>
    </li>
  );
  return (
    <div ref={menu}>
      <MenuSearch label="Search columns" value={searchText} onChange={setSearchText} />
      <div className={menuStyle.options}>
        <fieldset>
          <legend className={menuStyle.heading}>Shown, in this order</legend>
          {!isSearching && <p className={`${s.first} soft`}>{first} is always first.</p>}
          <ul>{ordered.filter(isFound).map(renderItem)}</ul>
        </fieldset>
        <fieldset>
          <legend className={menuStyle.heading}>Not shown</legend>
          {orderedBy !== undefined && !isSearching && (
            <p className={`${s.first} soft`}>
              {orderedBy} is shown while the list is in its order.
            </p>
          )}
          <ul>{found.map(renderItem)}</ul>
          {found.length === 0 && <p className={`${s.first} soft`}>No other column.</p>}
        </fieldset>
      </div>
      <ResetColumns onReset={onReset} />
    </div>
  );
}

function ResetColumns({ onReset }: Pick<ColumnsMenuProps, 'onReset'>) {
  const handleClick = () => {
    announce('Columns reset');
    onReset?.();
  };
  return (
    <div className={s.footer}>
      <TextButton aria-disabled={onReset === undefined} onClick={handleClick}>
        Reset columns
      </TextButton>
    </div>
  );
}
