/** Words as an element has them: exactly, or by a pattern. */
export type Words = string | { readonly source: string; readonly flags: string };

/** How a person would name something on the page: by its role and name, by its label, or by its words. */
export interface Target {
  readonly by: 'role' | 'label' | 'text';
  readonly words: Words;
  readonly role?: string;
  readonly inside?: Target | undefined;
}

/** Where a row of a table leads, and its cells in sight. */
export interface RowPlaces {
  readonly leadsTo: string;
  readonly cells: readonly CellPlace[];
}

interface CellPlace {
  readonly head: string;
  readonly text: string;
  /** Its middle. */
  readonly x: number;
  readonly y: number;
  /** Just inside its edges. */
  readonly left: number;
  readonly right: number;
}

/** What a page can be asked for, in every engine alike; page-script.ts has it. What cannot be answered yet throws. */
export interface PageTools {
  count(target: Target): number;
  texts(target: Target): string[];
  value(target: Target): string;
  /** The middle of the only such element, scrolled into sight; throws while it cannot be pressed there. */
  place(target: Target): { x: number; y: number };
  /** Selects what stands in the field that has the focus, to be typed over. */
  selectAll(): void;
  row(table: string, index: number): RowPlaces;
}
