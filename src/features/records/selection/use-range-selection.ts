import { useEffectEvent, useLayoutEffect, useRef } from 'react';

import { openDialog, selectedActionsMark } from '#src/lib/page-elements.ts';
import { focusHeading } from '#src/ui/elements/focus-heading.ts';
import { boxOfRow, boxOfRows, linkOfRow } from '#src/ui/table/row-parts.ts';
import { type SelectedRows, selectedRows } from '#src/ui/table/row-selection.tsx';

/** The ids of the rows of a page, in their order; undefined for a row that can't be selected. */
export type PageIds = readonly (string | undefined)[];

/**
 * Selects a range of rows by a click or an arrow key with Shift; Escape clears the selection. A
 * range selected with Shift and the arrow keys shrinks again on the way back.
 */
export function useRangeSelection(selected: SelectedRows, pageIds: PageIds): void {
  /** The row that was selected last: a click with Shift selects from there. */
  const last = useRef<string>(undefined);
  /** The range that is being selected with arrow keys, and the selection before it. */
  const run = useRef<{ from: number; to: number; before: ReadonlySet<string> }>(undefined);

  /** Selects the rows between two places, or deselects them. */
  function select(from: number, to: number, isSelected: boolean, before: ReadonlySet<string>) {
    const ids = new Set(before);
    for (const id of pageIds.slice(Math.min(from, to), Math.max(from, to) + 1)) {
      if (id === undefined) continue;
      if (isSelected) ids.add(id);
      else ids.delete(id);
    }
    selectedRows.set({ ...selected, ids, isAll: false });
  }
  const current = () => selectedIn(pageIds);

  const onClick = useEffectEvent((event: MouseEvent) => {
    const pressed = pressedBox(event);
    const id = pressed && pageIds[pressed.at];
    if (!pressed || id === undefined) return;
    // A box has changed already. Its label will change it, but not with Shift in every browser.
    const isSelected = pressed.isLabel ? !current().has(id) : current().has(id);
    const from = pageIds.indexOf(last.current);
    if (event.shiftKey && from !== -1) {
      if (pressed.isLabel) event.preventDefault();
      select(from, pressed.at, isSelected, current());
    }
    if (!pressed.isLabel || event.shiftKey) last.current = id;
    run.current = undefined;
  });

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || document.querySelector(openDialog) !== null) return;
    if (event.key === 'Escape' && isOutsideFields(event.target)) return clearSelection();
    const step = event.shiftKey ? steps[event.key] : undefined;
    const focus = step === undefined ? undefined : focusedRow();
    if (step === undefined || focus === undefined) return;
    event.preventDefault();
    const to = focus.at + step;
    if (to < 0 || to >= pageIds.length) return;
    if (run.current?.to !== focus.at) run.current = { from: focus.at, to, before: current() };
    run.current.to = to;
    select(run.current.from, to, true, run.current.before);
    last.current = pageIds[to];
    focus.moveTo(to);
  });

  // Before the bar is shown: from then on people expect the keys to work.
  useLayoutEffect(
    () =>
      listen(
        (event) => onClick(event),
        (event) => onKeyDown(event),
      ),
    [],
  );
}

function selectedIn(pageIds: readonly (string | undefined)[]): ReadonlySet<string> {
  const { isAll, ids } = selectedRows.get();
  return isAll ? new Set(pageIds.filter((id) => id !== undefined)) : ids;
}

function listen(onClick: (event: MouseEvent) => void, onKeyDown: (event: KeyboardEvent) => void) {
  const listeners = new AbortController();
  const { signal } = listeners;
  document.addEventListener('click', onClick, { signal });
  document.addEventListener('keydown', onKeyDown, { signal });
  document.addEventListener('mousedown', keepTexts, { signal });
  return () => listeners.abort();
}

/** Otherwise the browser would select the texts between two clicks. */
function keepTexts(event: MouseEvent): void {
  if (event.shiftKey && pressedBox(event)) event.preventDefault();
}

const steps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

/** Selects nothing. The focus of a control that disappears goes to the table, or its heading. */
export function clearSelection(): void {
  const { of, ids, isAll, isSelecting } = selectedRows.get();
  if (ids.size === 0 && !isAll && !isSelecting) return;
  const isFocusLost = document.activeElement?.closest(`[${selectedActionsMark}]`) !== null;
  selectedRows.set({ of, ids: new Set(), isAll: false, isSelecting: false });
  if (!isFocusLost) return;
  const box = document.querySelector<HTMLElement>(`main ${boxOfRows}`);
  // Cards have none.
  if (box?.checkVisibility() === true) box.focus();
  else focusHeading();
}

/** Returns the checkbox of a row that is clicked, or its label: the row's place in the table. */
function pressedBox({ target }: MouseEvent): { at: number; isLabel: boolean } | undefined {
  if (!(target instanceof Element)) return undefined;
  const row = target.closest('main tbody tr');
  const box = row?.querySelector(boxOfRow);
  if (!row || !box?.closest('td')?.contains(target)) return undefined;
  return { at: findPlace(row), isLabel: target !== box };
}

/** Returns the row with the focus, and what moves the focus to the same control of another. */
function focusedRow() {
  const focused = document.activeElement;
  const row = focused?.closest('main tbody tr');
  if (!row?.querySelector(boxOfRow)) return undefined;
  const selector = focused?.matches('[type="checkbox"]') === true ? boxOfRow : linkOfRow;
  return {
    at: findPlace(row),
    moveTo: (at: number) => {
      const other = row.parentElement?.children[at];
      other?.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
      other?.scrollIntoView({ block: 'nearest' });
    },
  };
}

const findPlace = (row: Element) => [...(row.parentElement?.children ?? [])].indexOf(row);

/** Returns whether Escape has no other meaning where it is pressed. */
function isOutsideFields(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return true;
  const fields =
    'input:not(tbody input, thead input), select, textarea, [popover], [popovertarget]';
  return target.closest(fields) === null;
}
