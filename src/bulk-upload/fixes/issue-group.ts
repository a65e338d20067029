import type { ProposedOption } from './issue-table.ts';

/** A group of cells, or of rows, that are invalid for the same reason. */
export interface IssueGroup {
  /** Stable for the same file and parse options; `Fix.issue` refers to it. */
  readonly key: string;
  /** The template column; null if rows as a whole are invalid. */
  readonly column: string | null;
  /** Says what happened, for example `Phones without +`. */
  readonly title: string;
  /** The contract's message, or what to do. */
  readonly advice: string;
  /** Cells, or rows, that have this issue now; 0 once all are fixed. */
  readonly cells: number;
  /** Whether only submitted and unknown rows have this issue: nothing is fixed or undone there. */
  readonly isSubmitted?: boolean;
  /** How many of the cells are in rows that are left out. */
  readonly leftOut?: number;
  /**
   * How the cells can be fixed with one click; null if they can't. Several options are the possible
   * answers to `question`.
   */
  readonly fix: null | {
    readonly options: readonly {
      readonly value: string;
      readonly label: string;
      /** How many cells the option fixes. */
      readonly cells: number;
      /** The first of these cells, at most three, before and after. */
      readonly examples: readonly {
        readonly row: number;
        readonly before: string;
        readonly after: string;
      }[];
    }[];
    /** Further answers to the question, which no cell was tried with yet: every other country. */
    readonly others: readonly { readonly value: string; readonly label: string }[];
    /**
     * The question to ask before applying the fix, even if there is only one option; null if the
     * fix is unambiguous.
     */
    readonly question: string | null;
    /**
     * The option that the file's own evidence or an earlier file suggests, and why. It is shown as
     * selected and can be changed; nothing is fixed before the user says so.
     */
    readonly proposed?: ProposedOption | null;
    /** The options that the file's own evidence doesn't contradict; undefined if it has none. */
    readonly possible?: readonly string[] | undefined;
    /** The value of the applied option, `''` if the fix has no choices; null if not applied. */
    readonly chosen: string | null;
    /** How many cells the fix would fix, or has fixed. */
    readonly cells: number;
  };
}
