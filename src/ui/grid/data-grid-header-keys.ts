import type { KeyboardEvent } from 'react';

import {
  type Bounds,
  type GridSelection,
  moveByKey,
  selectPosition,
} from './data-grid-selection.ts';

interface HeaderContext {
  selection: GridSelection;
  bounds: Bounds;
  onSelection: (selection: GridSelection) => void;
  onHeader: (column: number) => void;
}

/** Returns the index of the column whose header an event happened in; undefined if in none. */
export function findHeaderColumn({ target }: { target: EventTarget }): number | undefined {
  const header = target instanceof Element ? target.closest<HTMLElement>('[data-header]') : null;
  return header === null ? undefined : Number(header.dataset['header']);
}

/**
 * Handles the keys that lead to the headers, between them and back. Enter and Space sort, as they
 * press every button. Returns whether the key needs nothing more.
 */
export function handleHeaderKey(event: KeyboardEvent, context: HeaderContext): boolean {
  const { selection, bounds, onSelection, onHeader } = context;
  const { row, column } = selection.active;
  const { key, shiftKey } = event;
  const isHeader = findHeaderColumn(event) !== undefined;
  if (!isHeader && (key !== 'ArrowUp' || row > 0 || shiftKey)) return false;
  if (!isHeader) onHeader(column);
  else if (key === 'ArrowDown' || key === 'Escape') onSelection(selectPosition(selection.active));
  else {
    const isAlong = ['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(key);
    const to = isAlong ? moveByKey(event, { row: 0, column }, bounds) : undefined;
    if (to === undefined) return true;
    onHeader(to.column);
  }
  event.preventDefault();
  return true;
}
