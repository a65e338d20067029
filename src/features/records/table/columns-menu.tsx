import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

import { announce } from '#src/ui/elements/announcer.tsx';
import { Button } from '#src/ui/elements/button.tsx';
import { containsText } from '#src/ui/form/contains-text.ts';
import { MenuSearch } from '#src/ui/table/menu-search.tsx';

import menuStyle from '#src/ui/table/menu.module.css';
import s from './columns-menu.module.css';

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

/** A control of a column: its checkbox, or a button that moves it. */
type Control = 'box' | 'up' | 'down';

/** The columns of a list: which are shown, in which order. Each change applies at once. */
export function ColumnsMenu(props: ColumnsMenuProps) {
  const { columns, first, shown, orderedBy, onChange, onReset } = props;
  const [words, setWords] = useState('');
  const { menu, moveFocus } = useMovingFocus(shown);

  const isFound = ({ header }: ChoosableColumn) => containsText(header, words);
  // A column can't be moved among columns that the search hides.
  const isSearching = words.trim() !== '';
  const ordered = shown.flatMap((name) => columns.find((column) => column.name === name) ?? []);
  const others = columns
    .filter(({ name }) => !shown.includes(name))
    .toSorted((one, other) => one.header.localeCompare(other.header));
  const names = ordered.map(({ name }) => name);

  const toggle = ({ name, header }: ChoosableColumn) => {
    moveFocus(name, 'box');
    const isShown = names.includes(name);
    announce(`${header} is ${isShown ? 'hidden' : 'shown'}`);
    onChange(isShown ? names.filter((one) => one !== name) : [...names, name]);
  };
  const move = ({ name, header }: ChoosableColumn, step: 1 | -1, control: Control) => {
    const at = names.indexOf(name);
    const to = at + step;
    if (at === -1 || to < 0 || to >= names.length) return;
    moveFocus(name, control);
    announce(`${header}: column ${to + 2} of ${names.length + 1}`);
    onChange(names.with(at, names[to] ?? name).with(to, name));
  };
  const found = others.filter(isFound);
  const renderItem = (column: ChoosableColumn) => (
    <ColumnItem key={column.name} {...{ column, names, toggle, move }} canMove={!isSearching} />
  );
  return (
    <div ref={menu}>
      <MenuSearch label="Search columns" value={words} onChange={setWords} />
      <div className={menuStyle.options}>
        <fieldset className={menuStyle.section}>
          <legend className={menuStyle.heading}>Shown, in this order</legend>
          {!isSearching && <p className={s.first}>{first} is always first.</p>}
          <ul className={s.list}>{ordered.filter(isFound).map(renderItem)}</ul>
        </fieldset>
        <fieldset className={menuStyle.section}>
          <legend className={menuStyle.heading}>Not shown</legend>
          {orderedBy !== undefined && !isSearching && (
            <p className={s.first}>{orderedBy} is shown while the list is in its order.</p>
          )}
          <ul className={s.list}>{found.map(renderItem)}</ul>
          {found.length === 0 && <p className={s.first}>No other column.</p>}
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
      <Button
        size="small"
        variant="plain"
        aria-disabled={onReset === undefined}
        onClick={handleClick}
      >
        Reset columns
      </Button>
    </div>
  );
}

/** Keeps the focus on what the person uses, which moves with its column. */
function useMovingFocus(shown: readonly string[]) {
  const menu = useRef<HTMLDivElement>(null);
  const focused = useRef<{ name: string; control: Control; before: readonly string[] }>(null);
  useEffect(() => {
    const { name, control, before } = focused.current ?? {};
    if (name === undefined || before === shown) return;
    focused.current = null;
    menu.current
      ?.querySelector<HTMLElement>(`[data-column='${name}'] [data-control='${control}']`)
      ?.focus();
  }, [shown]);
  const moveFocus = (name: string, control: Control) => {
    focused.current = { name, control, before: shown };
  };
  return { menu, moveFocus };
}

interface ColumnItemProps {
  column: ChoosableColumn;
  /** The names of the shown columns, in their order. */
  names: readonly string[];
  toggle: (column: ChoosableColumn) => void;
  move: (column: ChoosableColumn, step: 1 | -1, control: Control) => void;
  canMove: boolean;
}

/** The checkbox of a column; of one that is shown, with the buttons that move it. */
function ColumnItem({ column, names, toggle, move, ...props }: ColumnItemProps) {
  const isShown = names.includes(column.name);
  const canMove = props.canMove && isShown;
  return (
    <li className={s.column} data-column={column.name}>
      <label className={s.choice}>
        <input
          type="checkbox"
          data-control="box"
          aria-keyshortcuts={canMove ? 'Alt+ArrowUp Alt+ArrowDown' : undefined}
          checked={isShown}
          onChange={() => toggle(column)}
          onKeyDown={(event) => {
            const step = readStep(event);
            if (step === undefined || !canMove) return;
            event.preventDefault();
            move(column, step, 'box');
          }}
        />
        {column.header}
      </label>
      {canMove &&
        (['up', 'down'] as const).map((control) => (
          <MoveButton key={control} {...{ column, control, names }} onMove={move} />
        ))}
    </li>
  );
}

/** Returns where Alt and an arrow key move a column. */
function readStep({ altKey, key }: KeyboardEvent): 1 | -1 | undefined {
  if (!altKey) return undefined;
  return key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : undefined;
}

interface MoveButtonProps {
  column: ChoosableColumn;
  control: 'up' | 'down';
  names: readonly string[];
  onMove: (column: ChoosableColumn, step: 1 | -1, control: Control) => void;
}

/** Moves a column up or down. At the end of the list, it stays focusable and does nothing. */
function MoveButton({ column, control, names, onMove }: MoveButtonProps) {
  const isAtEnd = names.at(control === 'up' ? 0 : -1) === column.name;
  return (
    <Button
      size="icon"
      variant="plain"
      data-control={control}
      aria-label={`Move ${column.header} ${control}`}
      aria-disabled={isAtEnd}
      onClick={() => onMove(column, control === 'up' ? -1 : 1, control)}
    >
      {control === 'up' ? <ArrowUp aria-hidden /> : <ArrowDown aria-hidden />}
    </Button>
  );
}
