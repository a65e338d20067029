// Where the page of a record was opened from: the state of its entry in the browser’s history. A
// link writes it, and the page and the keys of the portal read it.

/** Opened from a list. */
export interface OpenedInList {
  /** The address of the page of the list that contains the record. */
  readonly list?: string | undefined;
  /** The address of the page that Back returns to, if that is another one. */
  readonly opened?: string | undefined;
}

/** Opened from a section of the home page, or from the results of a search. */
export interface OpenedAmong {
  /** The addresses of the records there, in their order. */
  readonly among: readonly string[];
}
