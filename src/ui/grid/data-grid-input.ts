import type { ClipboardEvent, KeyboardEvent, MouseEvent, PointerEvent } from 'react';

import { count } from '#src/lib/numbers.ts';
import { announce } from '#src/ui/elements/announcer.tsx';

import { fromClipboardText, toClipboardText } from './data-grid-clipboard.ts';
import * as model from './data-grid-model.ts';

/** Max number of cells that can be copied or changed at once. */
const maxCells = 10_000;

/** The events of a grid, and the functions it needs from the owner of the rows. */
export interface GridActions {
  /**
   * Called when the selection moves. The grid scrolls to the new selection and focuses its active
   * cell.
   */
  onSelection: (selection: model.GridSelection) => void;
  /** Called to write a block of cells; `at` is its upper left cell. */
  onWrite: (at: model.CellPosition, cells: readonly (readonly string[])[]) => void;
  onUndo: () => void;
  onRedo: () => void;
  /** Called to go to the next or previous invalid cell. */
  onNextError: (direction: 'next' | 'previous') => void;
  /** Called when an action isn't possible; the sentence says why. */
  onReject: (sentence: string) => void;
  /** Returns the rows of a block to copy, whether they are visible or not. */
  loadRows: (first: number, count: number) => Promise<readonly model.GridRow[]>;
}

interface InputContext extends GridActions {
  selection: model.GridSelection;
  /** Whether a cell is being edited. Its input then handles the keyboard, mouse and clipboard. */
  isEditing: boolean;
  bounds: model.Bounds;
  rowAt: (index: number) => model.GridRow | undefined;
  /** Opens the active cell for editing; `isNew`: typing replaces its text. */
  onEdit: (isNew: boolean) => void;
}

/** Returns the keyboard, mouse and clipboard handlers of a grid. */
export function gridInput(context: InputContext) {
  if (context.isEditing) {
    return { onPointerDown: (event: PointerEvent) => handlePressOutside(event, context) };
  }
  return {
    onKeyDown: (event: KeyboardEvent) => handleKey(event, context),
    onPointerDown: (event: PointerEvent) => handlePress(event, context),
    onPointerMove: (event: PointerEvent) => handleDrag(event, context),
    onDoubleClick: () => context.onEdit(false),
    onClick: (event: MouseEvent) => handleClick(event, context),
    onCopy: (event: ClipboardEvent) => handleCopy(event, context),
    onCut: (event: ClipboardEvent) => {
      if (handleCopy(event, context)) clear(context);
    },
    onPaste: (event: ClipboardEvent) => handlePaste(event, context),
  };
}

function handleKey(event: KeyboardEvent, context: InputContext): void {
  const { selection, bounds } = context;
  const from = event.shiftKey ? selection.end : selection.active;
  const to = model.moveByKey(event, from, bounds);
  if (to !== undefined) select(context, to, event.shiftKey);
  else if (!handleCommand(event, context)) {
    // The event isn't cancelled: the key reaches the input, so that input methods and dead keys
    // work.
    if (isTyped(event)) context.onEdit(true);
    return;
  }
  event.preventDefault();
}

/** Handles a key that is a command. Returns whether it is one. */
function handleCommand(event: KeyboardEvent, context: InputContext): boolean {
  const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
  if ((ctrlKey || metaKey) && !altKey) return handleShortcut(event, context);
  if (key === 'Enter' || key === 'F2') context.onEdit(false);
  else if (key === 'Delete' || key === 'Backspace') clear(context);
  else if (key === 'Escape') context.onSelection(model.selectPosition(context.selection.active));
  else if (key === 'F8') context.onNextError(shiftKey ? 'previous' : 'next');
  else return false;
  return true;
}

/** Handles a key pressed with Ctrl or Command. Returns whether it is a shortcut of the grid. */
function handleShortcut({ key, shiftKey }: KeyboardEvent, context: InputContext): boolean {
  const letter = key.toLowerCase();
  if (letter === 'z') (shiftKey ? context.onRedo : context.onUndo)();
  else if (letter === 'y') context.onRedo();
  else return false;
  return true;
}

function isTyped({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  // AltGr types characters and reports Ctrl and Alt as pressed.
  if ((ctrlKey || metaKey) && !altKey) return false;
  return key.length === 1 || key === 'Dead' || key === 'Process';
}

function select(
  { selection, onSelection }: InputContext,
  to: model.CellPosition,
  isExtended: boolean,
) {
  if (!isExtended) return onSelection(model.selectPosition(to));
  const next = { active: selection.active, end: to };
  const { rows, columns } = model.measureBlock(model.toBlock(next));
  onSelection(next);
  announce(`${count(rows)} by ${count(columns)} cells selected`);
}

/** Returns the position of the cell in which an event happened. */
function findPosition({ target }: { target: EventTarget }): model.CellPosition | undefined {
  const cell = target instanceof Element ? target.closest(`[${model.cellMarks.row}]`) : null;
  if (cell === null) return undefined;
  const read = (name: string) => Number(cell.getAttribute(name));
  return { row: read(model.cellMarks.row), column: read(model.cellMarks.column) };
}

function handlePress(event: PointerEvent, context: InputContext): void {
  const position = findPosition(event);
  // A touch may be the start of scrolling; its click selects the cell.
  if (position === undefined || event.button !== 0 || event.pointerType === 'touch') return;
  select(context, position, event.shiftKey);
}

/** Handles a press outside the cell being edited: the input loses the focus and writes its text. */
function handlePressOutside(event: PointerEvent, context: InputContext): void {
  const position = findPosition(event);
  const { active } = context.selection;
  if (position?.row === active.row && position.column === active.column) return;
  const { activeElement } = event.currentTarget.ownerDocument;
  if (activeElement instanceof HTMLElement) activeElement.blur();
  handlePress(event, context);
}

function handleDrag(event: PointerEvent, context: InputContext): void {
  const position = findPosition(event);
  if (position === undefined || event.buttons !== 1 || event.pointerType === 'touch') return;
  const { end } = context.selection;
  if (position.row !== end.row || position.column !== end.column) select(context, position, true);
}

/** Handles a tap: the first selects a cell, a second one on the active cell edits it. */
function handleClick(event: MouseEvent, context: InputContext): void {
  const position = findPosition(event);
  const isTouch = (event.nativeEvent as Partial<globalThis.PointerEvent>).pointerType === 'touch';
  if (position === undefined || !isTouch) return;
  const { active } = context.selection;
  if (position.row === active.row && position.column === active.column) context.onEdit(false);
  else select(context, position, false);
}

/** Returns whether the number of cells is over the limit, and if so reports that. */
function rejectIfTooMany({ onReject }: InputContext, cells: number): boolean {
  if (cells <= maxCells) return false;
  onReject(`At most ${count(maxCells)} cells can be copied or changed at once.`);
  return true;
}

function handleCopy(event: ClipboardEvent, context: InputContext): boolean {
  event.preventDefault();
  const block = model.toBlock(context.selection);
  const { rows, columns } = model.measureBlock(block);
  if (rejectIfTooMany(context, rows * columns)) return false;
  const toText = (found: readonly model.GridRow[]) =>
    toClipboardText(found.map((row) => cutCells(row, block)));
  const known = Array.from({ length: rows }, (_, index) => context.rowAt(block.firstRow + index));
  if (isComplete(known)) event.clipboardData.setData('text/plain', toText(known));
  else {
    const text = context.loadRows(block.firstRow, rows).then(toText);
    navigator.clipboard
      .write([new ClipboardItem({ 'text/plain': text })])
      .catch(() => context.onReject('The browser didn’t allow copying these cells.'));
  }
  return true;
}

function isComplete(
  rows: readonly (model.GridRow | undefined)[],
): rows is readonly model.GridRow[] {
  return rows.every((row) => row !== undefined);
}

function cutCells({ cells }: model.GridRow, { firstColumn, lastColumn }: model.Block): string[] {
  return Array.from(
    { length: lastColumn - firstColumn + 1 },
    (_, index) => cells[firstColumn + index] ?? '',
  );
}

function handlePaste(event: ClipboardEvent, context: InputContext): void {
  event.preventDefault();
  const pasted = fromClipboardText(event.clipboardData.getData('text/plain'));
  const [[single = ''] = []] = pasted;
  const isSingle = pasted.length === 1 && pasted[0]?.length === 1;
  if (isSingle) writeBlock(context, single);
  else pasteBlock(context, pasted);
}

function pasteBlock(context: InputContext, pasted: readonly (readonly string[])[]): void {
  const { firstRow: row, firstColumn: column } = model.toBlock(context.selection);
  const columns = pasted.reduce((max, cells) => Math.max(max, cells.length), 0);
  const end = { row: row + pasted.length - 1, column: column + columns - 1 };
  if (rejectIfTooMany(context, pasted.length * columns)) return;
  const fits = model.within(end, context.bounds);
  if (fits.row !== end.row || fits.column !== end.column) {
    const size = `${count(pasted.length)} by ${count(columns)} cells`;
    context.onReject(`The copied block of ${size} doesn’t fit here. Nothing was pasted.`);
    return;
  }
  context.onWrite({ row, column }, pasted);
  context.onSelection({ active: { row, column }, end });
}

/** Writes the same text into every selected cell. */
function writeBlock(context: InputContext, text: string): void {
  const block = model.toBlock(context.selection);
  const { rows, columns } = model.measureBlock(block);
  if (rejectIfTooMany(context, rows * columns)) return;
  const cells = Array.from({ length: rows }, () => Array.from({ length: columns }, () => text));
  context.onWrite({ row: block.firstRow, column: block.firstColumn }, cells);
}

function clear(context: InputContext): void {
  writeBlock(context, '');
}
