/** An element's text: an exact string or a pattern. */
export type TextMatch = string | { readonly source: string; readonly flags: string };

/** How a user would identify something on the page: by role and name, by label, or by text. */
export interface Target {
  readonly by: 'role' | 'label' | 'text';
  readonly text: TextMatch;
  readonly role?: string;
  readonly inside?: Target | undefined;
}

/** The target of a table row's link, and the visible cells of the row. */
export interface RowPositions {
  readonly leadsTo: string;
  readonly cells: readonly CellPlace[];
}

interface CellPlace {
  readonly head: string;
  readonly text: string;
  /** The middle of the cell. */
  readonly x: number;
  readonly y: number;
  /** Just inside the edges of the cell. */
  readonly left: number;
  readonly right: number;
}

/**
 * What can be requested from a page, the same in every engine (page-script.ts). Methods throw if
 * the page isn't ready yet.
 */
export interface PageTools {
  count(target: Target): number;
  texts(target: Target): string[];
  value(target: Target): string;
  /**
   * Scrolls the only matching element into view and returns its middle; throws while it is covered.
   */
  place(target: Target): { x: number; y: number };
  /** Chooses an option of a native list by its text. */
  choose(target: Target, text: TextMatch): void;
  /** Selects the text of the focused field, to be typed over. */
  selectAll(): void;
  /** Returns whether the target has the focus. */
  isFocused(target: Target): boolean;
  /** Returns whether the section that the target is the heading of is open. */
  isOpen(target: Target): boolean;
  row(table: string, index: number): RowPositions;
}
