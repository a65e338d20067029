/** An edit of one cell: its text before and after; undefined where there was no edit. */
export interface CellChange {
  readonly row: number;
  readonly columnIndex: number;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/**
 * A fix that was applied, changed or reverted: the value of its option before and after; null for
 * none.
 */
export interface FixChange {
  readonly issue: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** The changes of one click or keystroke: the unit of undo. */
export interface Step {
  readonly cells: readonly CellChange[];
  /** In the order in which they are applied. */
  readonly fixes: readonly FixChange[];
}

const maxSteps = 1_000;

/** The steps that can be undone, and the undone steps that can be redone. */
export class SheetHistory {
  #done: Step[] = [];
  #undone: Step[] = [];

  get canUndo(): boolean {
    return this.#done.length > 0;
  }

  get canRedo(): boolean {
    return this.#undone.length > 0;
  }

  /** Adds a new step and discards the undone steps. */
  add(step: Step): void {
    this.#done.push(step);
    if (this.#done.length > maxSteps) this.#done.shift();
    this.#undone = [];
  }

  /**
   * Returns the reverse of the last step.
   * @throws Error with a message for the user when there is none.
   */
  undo(): Step {
    const step = this.#done.pop();
    if (!step) throw new Error('There is nothing to undo.');
    this.#undone.push(step);
    return reversed(step);
  }

  /**
   * Returns the step that was undone last.
   * @throws Error with a message for the user when there is none.
   */
  redo(): Step {
    const step = this.#undone.pop();
    if (!step) throw new Error('There is nothing to redo.');
    this.#done.push(step);
    return step;
  }
}

function reversed({ cells, fixes }: Step): Step {
  return {
    cells: cells.map(({ row, columnIndex, before, after }) => ({
      row,
      columnIndex,
      before: after,
      after: before,
    })),
    fixes: fixes
      .map(({ issue, before, after }) => ({ issue, before: after, after: before }))
      .toReversed(),
  };
}
