/** Names by which spreadsheets and other programs know a column of the template. */
export interface SynonymGroup {
  readonly column: string;
  /**
   * How sure the names are, 1 the surest: of two headers for one column, the surer one gets it. 3:
   * the whole name of a person, which has to be split.
   */
  readonly rank: 1 | 2 | 3;
  /** Whether several columns of a file may share the column: first and last name of a broker. */
  readonly canJoin: boolean;
  readonly names: readonly string[];
}

/** Returns sure names of one column. */
export function group(column: string, ...names: string[]): SynonymGroup[] {
  return [{ column, rank: 1, canJoin: false, names }];
}

/** Returns names that may mean other things too. */
export function general(column: string, ...names: string[]): SynonymGroup[] {
  return [{ column, rank: 2, canJoin: false, names }];
}

/** Returns names of columns that may share a column of the template. */
export function joined(column: string, rank: 1 | 2, ...names: string[]): SynonymGroup[] {
  return [{ column, rank, canJoin: true, names }];
}
