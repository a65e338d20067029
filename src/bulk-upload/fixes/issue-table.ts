import { templateColumns } from '#contract/bulk-upload/lead-template.ts';
import { choiceKey } from '#src/lib/values/choices.ts';
import type { PhoneIssueKind } from '#src/lib/values/contact-texts.ts';

import type { IssueKind, FoundIssue } from './issue-kinds.ts';

/** One option of an issue's question, and how many cells the option would fix. */
export interface OptionCells {
  readonly value: string;
  readonly label: string;
  cells: number;
  /** The indexes of the first errors that the option fixes, at most three. */
  readonly examples: number[];
}

/** An option as it is offered: its value, and its label on screen. */
export type OfferedOption = readonly [value: string, label: string];

/** The option that the evidence suggests. */
export interface ProposedOption {
  readonly value: string;
  /** Whether only the option's name suggests it: the answer of an earlier file counts more. */
  readonly isByName?: boolean;
}

/** The question to ask before cells are fixed. The question is empty if nothing is ambiguous. */
export interface FixPrompt {
  readonly question: string;
  /** The likely answers, which are tried with every cell. */
  readonly options: readonly OfferedOption[];
  readonly proposed?: ProposedOption | undefined;
  /**
   * The options that an earlier file's answer may be proposed from: those that the file's own
   * evidence doesn't contradict; undefined if it has none.
   */
  readonly possible?: readonly string[] | undefined;
  /** Further answers, which are tried only when one of them is chosen. */
  readonly others?: readonly OfferedOption[];
  /** A part of the issue's title that depends on all of its cells. */
  readonly what?: string | undefined;
  /** Whether every option fixes every cell of the issue, so that none has to be tried. */
  readonly isCertainToFix?: boolean;
}

/**
 * Which cells of an issue a part of it has: those whose rows’ addresses name no country, those
 * that are no number of the country named, or those that an earlier answer left.
 */
export type IssuePart = '' | 'no-country' | 'elsewhere' | 'rest';

/** The cells of one column that are invalid for the same reason, or whole rows. */
export interface IssueCells {
  readonly key: string;
  readonly part: IssuePart;
  /** The issue whose answer left these cells; null if there is none. */
  readonly after: IssueCells | null;
  /** The issue of the cells that the answer of this one left; null if there never was one. */
  rest: IssueCells | null;
  /** The column index; the index after the last column means the whole row. */
  readonly columnIndex: number;
  readonly kind: IssueKind;
  readonly sentence: string;
  readonly isWarning: boolean;
  /** The text of the cells, if none of a choice column's values is the same; `''` otherwise. */
  readonly unknown: string;
  /** Says what the cells have in common; undefined if the kind of issue says it all. */
  what?: string | undefined;
  /** The number of cells in the file that had the issue. */
  found: number;
  /** The index of the issue's first error in the file; -1 if only an edit caused the issue. */
  first: number;
  /** The number of cells that have the issue now. */
  open: number;
  question: string | null;
  options: OptionCells[];
  /** Further answers, which no cell was tried with yet. */
  others: readonly OfferedOption[];
  proposed?: ProposedOption | undefined;
  possible?: readonly string[] | undefined;
  /** The index of the selected option. */
  chosen: number | null;
}

/** The issues found, each once, by number and by key. */
export class IssueTable {
  readonly list: IssueCells[] = [];
  readonly #numbers = new Map<string, number>();

  /** Returns the number of an invalid cell's issue; adds the issue if it is new. */
  numberOf(columnIndex: number, found: FoundIssue): number {
    return this.#numberOf(issueKey(columnIndex, found.kind, found.sentence), columnIndex, found);
  }

  /** Returns a part of an issue; adds the part if it is new. */
  part(issue: IssueCells, part: Exclude<IssuePart, '' | 'rest'>): IssueCells {
    return this.at(this.#numberOf(`${issue.key}:${part}`, issue.columnIndex, issue, part));
  }

  /** Returns the issue of the cells that an issue's answer left; adds the issue if it is new. */
  restOf(issue: IssueCells): IssueCells {
    const key = `${issue.key}:rest`;
    return (issue.rest ??= this.at(this.#numberOf(key, issue.columnIndex, issue, 'rest', issue)));
  }

  /** Returns the issue of one unknown text of a choice column; adds the issue if it is new. */
  unknownChoice(issue: IssueCells, unknown: string): IssueCells {
    const key = `${issue.key}:${choiceKey(unknown)}`;
    return this.at(this.#numberOf(key, issue.columnIndex, { ...issue, unknown }));
  }

  #numberOf(
    key: string,
    columnIndex: number,
    { kind, sentence, isWarning = false, unknown = '' }: FoundIssue & { unknown?: string },
    part: IssuePart = '',
    after: IssueCells | null = null,
  ): number {
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.list.length;
    this.#numbers.set(key, number);
    this.list.push({
      key,
      part,
      after,
      rest: null,
      columnIndex,
      kind,
      sentence,
      isWarning,
      unknown,
      found: 0,
      first: -1,
      open: 0,
      question: null,
      options: [],
      others: [],
      chosen: null,
    });
    return number;
  }

  /**
   * Returns the issue with the key.
   * @throws an Error with a sentence if the file has no such issue
   */
  byKey(key: string): IssueCells {
    const number = this.#numbers.get(key);
    if (number === undefined) throw new Error('The file has no cells with this issue.');
    return this.at(number);
  }

  /**
   * Returns the issue with the number.
   * @throws a RangeError if there is no such issue
   */
  at(number: number): IssueCells {
    const issue = this.list[number];
    if (issue === undefined) throw new RangeError(`No issue ${number}.`);
    return issue;
  }

  find(key: string): IssueCells | undefined {
    const number = this.#numbers.get(key);
    return number === undefined ? undefined : this.list[number];
  }

  /** Returns the issue of one kind of a column's phones; undefined if the file has none. */
  ofPhones(columnIndex: number, kind: PhoneIssueKind): IssueCells | undefined {
    return this.find(issueKey(columnIndex, kind, ''));
  }

  number(issue: IssueCells): number {
    return this.#numbers.get(issue.key) ?? -1;
  }
}

const kindsOfSentences: ReadonlySet<IssueKind> = new Set([
  'other',
  'suggestion',
  'business-number',
]);

/**
 * Returns the key of an issue. Sentences that differ only in their numbers are one issue: a name of
 * 120 characters and a name of 130.
 */
function issueKey(columnIndex: number, kind: IssueKind, sentence: string): string {
  const column = templateColumns[columnIndex]?.name ?? 'row';
  if (!kindsOfSentences.has(kind)) return `${column}:${kind}`;
  return `${column}:${kind}:${sentence.replaceAll(/\d[\d,]*/g, '#').slice(0, 80)}`;
}
