import { templateColumns } from '#contract/lead-template.ts';

import type { IssueKind, FoundIssue } from './issue-kinds.ts';

/** One answer to a cause’s question, and how many cells it would fix. */
export interface FixOption {
  readonly value: string;
  readonly label: string;
  cells: number;
  /** The first errors it fixes, at most three. */
  readonly examples: number[];
}

/** What is asked before cells are fixed, and the answers to choose from; the question is empty where nothing is in doubt. */
export interface Answers {
  readonly question: string;
  readonly options: readonly (readonly [value: string, label: string])[];
}

/** Cells of one column that are wrong for one reason, or whole rows. */
export interface IssueCells {
  readonly key: string;
  /** The column's; the one after the last stands for the row as a whole. */
  readonly place: number;
  readonly kind: IssueKind;
  readonly sentence: string;
  readonly isWarning: boolean;
  /** How many cells of the file had it. */
  found: number;
  /** Its first error in the file; -1: it came by an edit. */
  first: number;
  /** No error before this one is open. */
  firstOpen: number;
  /** Cells that are wrong now. */
  open: number;
  /** How many of them were edited, by row. */
  readonly editedRows: Map<number, number>;
  question: string | null;
  options: FixOption[];
  /** The option in force. */
  chosen: number | null;
}

/** The causes found, each once, by number and by key. */
export class IssueTable {
  readonly list: IssueCells[] = [];
  readonly #numbers = new Map<string, number>();

  /** The number of the cause of a wrong cell; a new one for a new cause. */
  numberOf(place: number, { kind, sentence, isWarning = false }: FoundIssue): number {
    const key = issueKey(place, kind, sentence);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.list.length;
    this.#numbers.set(key, number);
    const none = {
      found: 0,
      first: -1,
      firstOpen: -1,
      open: 0,
      question: null,
      options: [],
      chosen: null,
    };
    this.list.push({ key, place, kind, sentence, isWarning, editedRows: new Map(), ...none });
    return number;
  }

  /** @throws an Error with a sentence when the file has no such cause. */
  byKey(key: string): IssueCells {
    const number = this.#numbers.get(key);
    if (number === undefined) throw new Error('The file has no cells with this cause.');
    return this.list[number]!;
  }

  find(key: string): IssueCells | undefined {
    const number = this.#numbers.get(key);
    return number === undefined ? undefined : this.list[number];
  }

  number(issue: IssueCells): number {
    return this.#numbers.get(issue.key)!;
  }
}

/** What only differs in its numbers is one cause: a name of 120 characters and one of 130. */
function issueKey(place: number, kind: IssueKind, sentence: string): string {
  const column = templateColumns[place]?.name ?? 'row';
  if (kind !== 'other' && kind !== 'suggestion') return `${column}:${kind}`;
  return `${column}:${kind}:${sentence.replaceAll(/\d[\d,]*/g, '#').slice(0, 80)}`;
}
